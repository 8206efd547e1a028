import type { FastifyInstance } from "fastify";
import {
  acceptanceRule,
  forgottenPasswordRule,
  linkTokenRule,
  passwordResetRule,
} from "#contract/rules/link.ts";
import { LinkPreviewResponse } from "#contract/shapes/link.ts";
import { SessionResponse } from "#contract/shapes/session.ts";
import { type LoginThrottle, limitAttempts, networkShare } from "#server/auth/loginThrottle.ts";
import type { SignIn } from "#server/auth/signInRoutes.ts";
import { TOO_MANY_ATTEMPTS } from "#server/auth/signInRoutes.ts";
import type { Deps } from "#server/deps.ts";
import { api } from "#server/http/apiRoute.ts";
import type { Mailer } from "#server/mail/mailer.ts";
import { acceptInvitation, previewLink, redeemReset } from "./acceptance.ts";
import { mailForgottenResets } from "./forgottenPasswords.ts";

const open = { access: "public", tag: "Links" } as const;
const UNKNOWN_LINK = "There is no such link.";
const LINK_ENDED = "The link was used or revoked, or has expired; or its account can't be created.";
const SIGN_IN_REFUSED = "LOCAL_SIGN_IN excludes the account.";

const OPEN = api({
  ...open,
  operationId: "openLink",
  summary: "What a link is for",
  body: linkTokenRule,
  response: LinkPreviewResponse,
  failures: { 403: SIGN_IN_REFUSED, 404: UNKNOWN_LINK, 409: LINK_ENDED, 429: TOO_MANY_ATTEMPTS },
});
const ACCEPT = api({
  ...open,
  operationId: "acceptInvitation",
  summary: "Create the account of an invitation and sign in",
  body: acceptanceRule,
  status: 201,
  response: SessionResponse,
  failures: { 403: SIGN_IN_REFUSED, 404: UNKNOWN_LINK, 409: LINK_ENDED, 429: TOO_MANY_ATTEMPTS },
});
const RESET = api({
  ...open,
  operationId: "resetPassword",
  summary:
    "Set the new password of a reset link, which ends all sessions, API tokens, feeds and links of the user",
  body: passwordResetRule,
  failures: { 403: SIGN_IN_REFUSED, 404: UNKNOWN_LINK, 409: LINK_ENDED, 429: TOO_MANY_ATTEMPTS },
});
const FORGOT = api({
  ...open,
  operationId: "requestPasswordReset",
  summary:
    "Mail a link for a new password, if the server sends mail (see /api/auth/options); the response " +
    "is the same for unknown addresses",
  body: forgottenPasswordRule,
  failures: { 429: TOO_MANY_ATTEMPTS },
});

/** Routes of the pages that links lead to, and of the page for forgotten passwords. */
export async function linkPageRoutes(
  app: FastifyInstance,
  deps: Deps,
  { mailer, throttle, signIn }: { mailer: Mailer | null; throttle: LoginThrottle; signIn: SignIn },
): Promise<void> {
  const { db, config, events, now } = deps;
  const limited = limitAttempts(throttle);
  const forgotten = mailer && (await mailForgottenResets(app, deps, mailer));

  app.post(
    "/api/links/open",
    { ...OPEN, ...limited },
    async (request): Promise<LinkPreviewResponse> => {
      return { link: await previewLink(db, request.body.token, config, now()) };
    },
  );

  app.post(
    "/api/links/accept",
    { ...ACCEPT, ...limited },
    async (request, reply): Promise<SessionResponse> => {
      const share = networkShare(request.ip);
      const user = await acceptInvitation(db, request.body, config, now(), share);
      const session = await signIn(request, reply, user);
      reply.code(201);
      return session;
    },
  );

  app.post("/api/links/reset", { ...RESET, ...limited }, async (request, reply) => {
    const id = await redeemReset(db, request.body, config, now(), networkShare(request.ip));
    events.publish({ type: "session", id });
    return await reply.code(204).send();
  });

  app.post("/api/auth/forgot-password", { ...FORGOT, ...limited }, async (request, reply) => {
    forgotten?.request(request.body.email, request.ip);
    return await reply.code(204).send();
  });
}
