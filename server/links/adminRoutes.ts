import type { FastifyInstance, FastifyRequest } from "fastify";
import { LINKS_MAX } from "#contract/link.ts";
import { invitationsRule } from "#contract/rules/link.ts";
import { InvitationsResponse, LinksResponse, MadeLink } from "#contract/shapes/link.ts";
import { contextOf } from "#server/changes/requestContext.ts";
import type { Deps } from "#server/deps.ts";
import { api, BY_ID } from "#server/http/apiRoute.ts";
import { truncateList } from "#server/http/bounds.ts";
import type { Mailer } from "#server/mail/mailer.ts";
import { newSecret } from "#server/secrets/secret.ts";
import type { RequestSecrets } from "#server/sessions/requestSecrets.ts";
import { invite } from "./invitations.ts";
import { mailLinks } from "./linkMail.ts";
import { listOpenLinks, presentLinks, presentMade } from "./queries.ts";
import { makeReset, type ReplacedLink, renewLink, revokeLink } from "./resets.ts";

/** The maximum size of a list in bytes. Most of its characters take one byte. */
const LIST_LIMIT_BYTES = 256 * 1024;

const forAdmins = { access: "admin", tag: "Links" } as const;

const LIST = api({
  ...forAdmins,
  operationId: "listLinks",
  summary: "Open invitations and reset links; beyond 2,000, the newest",
  response: LinksResponse,
  cuts: ["links"],
});
const INVITE = api({
  ...forAdmins,
  operationId: "invitePeople",
  summary: "Invite people, one per line",
  body: invitationsRule,
  bodyLimit: LIST_LIMIT_BYTES,
  status: 201,
  response: InvitationsResponse,
});
const RESET = api({
  ...forAdmins,
  params: BY_ID,
  operationId: "createResetLink",
  summary: "Make a link by which a user sets a new password",
  status: 201,
  response: MadeLink,
  failures: {
    409: "The account is deactivated, or the link of an earlier attempt of this request has ended.",
  },
});
const RENEW = api({
  ...forAdmins,
  params: BY_ID,
  operationId: "renewLink",
  summary: "Revoke an open link, and make a new one with the same content",
  status: 201,
  response: MadeLink,
  failures: { 409: "The link of an earlier attempt of this request has ended." },
});
const REVOKE = api({
  ...forAdmins,
  params: BY_ID,
  operationId: "revokeLink",
  summary: "Revoke an open link",
});

/** Routes by which admins make, list and revoke links. */
export function linkAdminRoutes(
  app: FastifyInstance,
  deps: Deps,
  { mailer, secretOf }: { mailer: Mailer | null; secretOf: RequestSecrets },
): void {
  const { db, now } = deps;

  const contextOfLinks = (request: FastifyRequest) => ({
    ...contextOf(request, now()),
    mail: mailer !== null,
    tokenOf: (part?: string) => newSecret(secretOf(request, part)),
  });

  /** Mails a link unless an earlier attempt has made it, and presents it. */
  async function mailAndPresent({ isNew, ...link }: ReplacedLink): Promise<MadeLink> {
    if (mailer && isNew) mailLinks(mailer, deps, [link]);
    const [made] = await presentMade(db, [link], now());
    return made as MadeLink;
  }

  app.get("/api/links", LIST, async (_request, reply): Promise<LinksResponse> => {
    const rows = await listOpenLinks(db, now(), LINKS_MAX + 1);
    const links = await presentLinks(db, rows, now());
    return { links: truncateList(reply, "links", links, LINKS_MAX) };
  });

  app.post("/api/invitations", INVITE, async (request, reply): Promise<InvitationsResponse> => {
    const { results, links } = await invite(db, request.body, contextOfLinks(request));
    if (mailer) mailLinks(mailer, deps, links);
    reply.code(201);
    return { results };
  });

  app.post("/api/users/:id/reset-link", RESET, async (request, reply): Promise<MadeLink> => {
    const link = await makeReset(db, request.params.id, contextOfLinks(request));
    reply.code(201);
    return await mailAndPresent(link);
  });

  app.post("/api/links/:id/renew", RENEW, async (request, reply): Promise<MadeLink> => {
    const link = await renewLink(db, request.params.id, contextOfLinks(request));
    reply.code(201);
    return await mailAndPresent(link);
  });

  app.delete("/api/links/:id", REVOKE, async (request, reply) => {
    await revokeLink(db, request.params.id, contextOf(request, now()));
    return await reply.code(204).send();
  });
}
