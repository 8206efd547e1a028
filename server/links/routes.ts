import type { FastifyInstance } from "fastify";
import type { LoginThrottle } from "#server/auth/loginThrottle.ts";
import type { SignIn } from "#server/auth/signInRoutes.ts";
import type { Deps } from "#server/deps.ts";
import { openMailer } from "#server/mail/mailer.ts";
import type { RequestSecrets } from "#server/sessions/requestSecrets.ts";
import { linkAdminRoutes } from "./adminRoutes.ts";
import { linkPageRoutes } from "./publicRoutes.ts";

/** Routes for invitations and password resets by link, which the server mails if it can. */
export async function linkRoutes(
  app: FastifyInstance,
  deps: Deps,
  { secretOf, ...sessions }: { throttle: LoginThrottle; signIn: SignIn; secretOf: RequestSecrets },
): Promise<void> {
  const mailer = deps.config.mail && (await openMailer(deps.config.mail, app.log));
  app.addHook("onClose", async () => await mailer?.close());
  linkAdminRoutes(app, deps, { mailer, secretOf });
  await linkPageRoutes(app, deps, { mailer, ...sessions });
}
