import type { FastifyInstance } from "fastify";
import {
  type InvitationsResponse,
  LINKS_MAX,
  type LinksResponse,
  type MadeLink,
} from "#contract/link.ts";
import { invitationsRule } from "#contract/rules/link.ts";
import type { Deps } from "#server/deps.ts";
import { api, type ById } from "#server/http/apiRoute.ts";
import { truncateList } from "#server/http/bounds.ts";
import { validated } from "#server/http/errors.ts";
import { idempotentId } from "#server/http/idempotency.ts";
import type { Mailer } from "#server/mail/mailer.ts";
import { userOf } from "#server/sessions/access.ts";
import type { Signer } from "#server/sessions/signing.ts";
import { invite } from "./invitations.ts";
import { mailLinks } from "./linkMail.ts";
import { listOpenLinks, type NewLink, presentLinks, presentMade } from "./queries.ts";
import { makeReset, renewLink, revokeLink } from "./resets.ts";
import { INVITED, LINKS, MADE_LINK } from "./schemas.ts";

/** The maximum size of a list in bytes. Most of its characters take one byte. */
const LIST_LIMIT_BYTES = 256 * 1024;

const forAdmins = { access: "admin", tag: "Links" } as const;
/** A script with an admin's token must not decide who can sign in. */
const forSignedInAdmins = { ...forAdmins, sessionOnly: true } as const;

const LIST = api({
  ...forAdmins,
  operationId: "listLinks",
  summary: "Open invitations and reset links; beyond 2,000, the newest",
  response: LINKS,
  cuts: ["links"],
});
const INVITE = api({
  ...forSignedInAdmins,
  operationId: "invitePeople",
  summary: "Invite people, one per line",
  body: invitationsRule,
  bodyLimit: LIST_LIMIT_BYTES,
  status: 201,
  response: INVITED,
});
const RESET = api({
  ...forSignedInAdmins,
  operationId: "createResetLink",
  summary: "Make a link by which a user sets a new password",
  status: 201,
  response: MADE_LINK,
  failures: { 409: "The account is deactivated." },
});
const RENEW = api({
  ...forSignedInAdmins,
  operationId: "renewLink",
  summary: "Revoke an open link, and make a new one with the same content",
  status: 201,
  response: MADE_LINK,
});
const REVOKE = api({
  ...forSignedInAdmins,
  operationId: "revokeLink",
  summary: "Revoke an open link",
});

/** Routes by which admins make, list and revoke links. */
export function linkAdminRoutes(
  app: FastifyInstance,
  deps: Deps,
  { mailer, invitationSigner }: { mailer: Mailer | null; invitationSigner: Signer },
): void {
  const { db, now } = deps;

  /** Mails a new link, and presents it. */
  async function mailAndPresent(link: NewLink): Promise<MadeLink> {
    if (mailer) mailLinks(mailer, deps, [link]);
    const [made] = await presentMade(db, [link], now());
    return made as MadeLink;
  }

  app.get("/api/links", LIST, async (_request, reply): Promise<LinksResponse> => {
    const rows = await listOpenLinks(db, now(), LINKS_MAX + 1);
    const links = await presentLinks(db, rows, now());
    return { links: truncateList(reply, "links", links, LINKS_MAX) };
  });

  app.post("/api/invitations", INVITE, async (request, reply): Promise<InvitationsResponse> => {
    const id = idempotentId(request);
    const tokenOf = (line: number) => invitationSigner.hmac(`${id} ${line}`);
    const context = { by: userOf(request), at: now(), mail: mailer !== null, tokenOf };
    const input = validated(invitationsRule, request.body);
    const { results, links } = await invite(db, input, context);
    if (mailer) mailLinks(mailer, deps, links);
    reply.code(201);
    return { results };
  });

  app.post<ById>("/api/users/:id/reset-link", RESET, async (request, reply): Promise<MadeLink> => {
    const context = { by: userOf(request), at: now(), mail: mailer !== null };
    const link = await makeReset(db, request.params.id, context);
    reply.code(201);
    return await mailAndPresent(link);
  });

  app.post<ById>("/api/links/:id/renew", RENEW, async (request, reply): Promise<MadeLink> => {
    const context = { by: userOf(request), at: now(), mail: mailer !== null };
    const link = await renewLink(db, request.params.id, context);
    reply.code(201);
    return await mailAndPresent(link);
  });

  app.delete<ById>("/api/links/:id", REVOKE, async (request, reply) => {
    await revokeLink(db, request.params.id, { by: userOf(request), at: now() });
    return await reply.code(204).send();
  });
}
