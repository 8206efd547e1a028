import type { FastifyInstance } from "fastify";
import { HOUR_MS } from "#contract/time.ts";
import { emailKey } from "#contract/user.ts";
import type { Deps } from "#server/deps.ts";
import { HttpError } from "#server/http/errors.ts";
import type { Mailer } from "#server/mail/mailer.ts";
import { createRateLimit } from "#server/rateLimit.ts";
import { mailLinks } from "./linkMail.ts";
import { makeForgottenReset } from "./resets.ts";

/**
 * The maximum number of mails per address and hour. Further requests send nothing, and their
 * response is the same.
 */
export const MAILS_PER_HOUR = 3;
/** The maximum number of requests under way. Beyond it they send nothing. */
const REQUESTS_MAX = 100;

/**
 * Mails reset links to users who forgot their password. The work begins after the response, so that
 * its time does not tell whether there is an account.
 */
export function mailForgottenResets(app: FastifyInstance, deps: Deps, mailer: Mailer) {
  const { db, config, now, elapsed = () => performance.now() } = deps;
  const limit = createRateLimit(HOUR_MS, elapsed);
  const running = new Set<Promise<void>>();
  // Fastify runs these hooks in reverse order, so the mailer is still open.
  app.addHook("onClose", async () => void (await Promise.all(running)));

  function isAdmitted(email: string): boolean {
    try {
      limit.take(emailKey(email), MAILS_PER_HOUR);
      return running.size < REQUESTS_MAX;
    } catch (failure) {
      if (failure instanceof HttpError) return false;
      throw failure;
    }
  }

  async function mailReset(email: string): Promise<void> {
    const link = await makeForgottenReset(db, email, config, now());
    if (link) mailLinks(mailer, deps, [link]);
  }

  return {
    request(email: string): void {
      if (!isAdmitted(email)) return;
      const done = new Promise<void>((resolve) => setImmediate(resolve))
        .then(() => mailReset(email))
        .catch((failure: unknown) => app.log.error(failure))
        .finally(() => running.delete(done));
      running.add(done);
    },
  };
}
