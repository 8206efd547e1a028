import type { Transaction } from "kysely";
import type { ChangeContext } from "#server/changes/context.ts";
import type { SecretPurpose } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/schema.ts";
import { endLinks } from "./links.ts";
import { workingSecrets } from "./table.ts";

type Purposes = Readonly<Record<string, readonly SecretPurpose[]>>;

const ONCE: Purposes = {
  links: ["invitation", "reset"],
  codes: ["sign_in_code", "provider_sign_in"],
};
const ALL: Purposes = { ...ONCE, "API tokens": ["api_token"], "calendar feeds": ["calendar_feed"] };

/** What ends besides all sessions, because of each change. */
const REVOKED = {
  /** A backup does not know which links were used later, and who signed out. */
  restored: ONCE,
  /** A thief of the key could act as any user, and make all of these. */
  key_rotated: ALL,
  key_rotated_keeping_tokens: ONCE,
} as const satisfies Readonly<Record<string, Purposes>>;

/**
 * Ends the sessions and secrets of all users, in the transaction of the change.
 *
 * @returns a sentence about what has ended
 */
export async function revokeOfEverybody(
  trx: Transaction<Database>,
  because: keyof typeof REVOKED,
  context: ChangeContext,
): Promise<string> {
  const { numDeletedRows } = await trx.deleteFrom("sessions").executeTakeFirstOrThrow();
  const counts = [`sessions: ${numDeletedRows}`];
  for (const [name, purposes] of Object.entries(REVOKED[because])) {
    let count = 0;
    for (const purpose of purposes) {
      const working = workingSecrets(trx, purpose, context.at.toISOString()).select("secrets.id");
      const ids = (await working.execute()).map(({ id }) => id);
      await endLinks(trx, ids, "revoked", context);
      count += ids.length;
    }
    counts.push(`${name}: ${count}`);
  }
  return `Ended: ${counts.join(", ")}. All users must sign in again.`;
}
