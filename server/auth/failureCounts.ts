import type { Kysely } from "kysely";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import {
  ALL_EXPIRED_MS,
  addFailure,
  type Failures,
  retryDelay,
  type Scope,
} from "./throttleRules.ts";

/** The keys under which an attempt is counted. */
export type FailureKeys = Partial<Record<Scope, string>>;
/** The failures of each key before an attempt. */
type FailuresBefore = Partial<Record<Scope, Failures>>;

const entriesOf = (keys: FailureKeys) => Object.entries(keys) as [Scope, string][];

/** Counts a failure for each key, unless the attempt is refused for `retryMs`. */
export async function countFailure(
  db: Kysely<Database>,
  keys: FailureKeys,
  now: Date,
): Promise<{ before: FailuresBefore; retryMs: number }> {
  return await transaction(db, async (trx) => {
    const entries = entriesOf(keys);
    const rows = await trx
      .selectFrom("sign_in_failures")
      .selectAll()
      .where("key", "in", Object.values(keys))
      .execute();
    const before: FailuresBefore = {};
    for (const [scope, key] of entries) {
      const row = rows.find((row) => row.key === key);
      if (row) before[scope] = row;
    }
    const retryMs = Math.max(...entries.map(([scope]) => retryDelay(scope, before[scope], now)));
    if (retryMs > 0) return { before, retryMs };
    await trx
      .insertInto("sign_in_failures")
      .values(
        entries.map(([scope, key]) =>
          Object.assign(addFailure(scope, before[scope], now), { key }),
        ),
      )
      .onConflict((conflict) =>
        conflict.column("key").doUpdateSet((eb) => ({
          failures: eb.ref("excluded.failures"),
          failed_at: eb.ref("excluded.failed_at"),
          forgotten_at: eb.ref("excluded.forgotten_at"),
        })),
      )
      .execute();
    return { before, retryMs };
  });
}

/**
 * Clears the failures of the account after a successful attempt. For the network and the
 * day, only this attempt is uncounted. Otherwise attackers could reset the counts by signing in to
 * their own account.
 */
export async function clearFailures(
  db: Kysely<Database>,
  { pair, account, ...others }: FailureKeys,
  before: FailuresBefore,
  at: Date,
): Promise<void> {
  const forgiven = [pair, account].filter((key) => key !== undefined);
  await db.deleteFrom("sign_in_failures").where("key", "in", forgiven).execute();
  await uncountAttempt(db, others, before, at);
}

/** Removes the count of an attempt that failed for a reason other than its password. */
export async function uncountAttempt(
  db: Kysely<Database>,
  keys: FailureKeys,
  before: FailuresBefore,
  at: Date,
): Promise<void> {
  for (const [scope, key] of entriesOf(keys)) {
    const counted = addFailure(scope, before[scope], at);
    const row = db.updateTable("sign_in_failures").where("key", "=", key);
    const { numUpdatedRows } = await row
      .set({ failures: 0, ...before[scope] })
      .where("failures", "=", counted.failures)
      .where("failed_at", "=", counted.failed_at)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) continue;
    // A parallel attempt has changed the row since, so only the count is reduced.
    await row
      .set((eb) => ({ failures: eb("failures", "-", 1) }))
      .where("failures", ">", 0)
      .execute();
  }
}

/** Deletes expired failures, and those that a wrong clock has dated too far ahead. */
export async function deleteExpiredFailures(db: Kysely<Database>, now: Date): Promise<void> {
  const latest = new Date(now.getTime() + 2 * ALL_EXPIRED_MS).toISOString();
  await db
    .deleteFrom("sign_in_failures")
    .where((eb) =>
      eb.or([eb("forgotten_at", "<=", now.toISOString()), eb("forgotten_at", ">", latest)]),
    )
    .execute();
}
