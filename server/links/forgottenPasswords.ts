import type { FastifyInstance } from "fastify";
import { emailKey } from "#contract/user.ts";
import { countFailure } from "#server/auth/failureCounts.ts";
import { mergeEntriesHourly } from "#server/auth/mergedEntries.ts";
import type { Deps } from "#server/deps.ts";
import type { Mailer } from "#server/mail/mailer.ts";
import { createSigners } from "#server/sessions/signing.ts";
import { mailLinks } from "./linkMail.ts";
import { findForgetful, makeForgottenReset } from "./resets.ts";

/** The maximum number of requests under way. Beyond it they send nothing. */
const REQUESTS_MAX = 100;

/**
 * Mails reset links to users who forgot their password. The work begins after the response, so that
 * its time does not tell whether there is an account. The database counts the links of an account, and beyond
 * its limit requests send nothing.
 */
export async function mailForgottenResets(app: FastifyInstance, deps: Deps, mailer: Mailer) {
  const { db, config, now } = deps;
  const signer = (await createSigners(db))("forgotten passwords");
  const running = new Set<Promise<void>>();
  const made = mergeEntriesHourly(app, deps, "reset_link.made");
  // Fastify runs these hooks in reverse order, so the entries are not written yet, and the mailer is open.
  app.addHook("onClose", async () => void (await Promise.all(running)));

  async function mailReset(email: string, address: string): Promise<void> {
    const user = await findForgetful(db, email, config);
    if (!user) return;
    const keys = { forgotten: signer.hmac(emailKey(user.email)) };
    const { retryMs } = await countFailure(db, keys, now());
    if (retryMs > 0) return;
    const link = await makeForgottenReset(db, email, config, now());
    if (!link) return;
    made.add(user, address);
    mailLinks(mailer, deps, [link]);
  }

  return {
    request(email: string, address: string): void {
      if (running.size >= REQUESTS_MAX) return;
      const done = new Promise<void>((resolve) => setImmediate(resolve))
        .then(() => mailReset(email, address))
        .catch((failure: unknown) => app.log.error(failure))
        .finally(() => running.delete(done));
      running.add(done);
    },
  };
}
