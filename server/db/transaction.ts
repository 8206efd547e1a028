import { type Kysely, sql, type Transaction } from "kysely";
import { retryConflicts } from "./retry.ts";
import type { Database } from "./schema.ts";

const listeners = new WeakMap<Kysely<Database>, Set<() => void>>();

/**
 * Calls `listener` after each {@link transaction} of this process. Returns a function that removes the
 * listener.
 */
export function onCommit(db: Kysely<Database>, listener: () => void): () => void {
  const ofDb = listeners.get(db) ?? new Set();
  listeners.set(db, ofDb.add(listener));
  return () => void ofDb.delete(listener);
}

/** The number of attempts before a transaction makes others wait. */
const PATIENT_ATTEMPTS = 5;

/**
 * Makes all who change tasks, or work on jobs, wait until this transaction ends: a long one would conflict
 * with the short ones of a job until that has ended. PostgreSQL takes the snapshot at the first query, so
 * after the locks it has all that others have committed.
 */
async function goFirst(trx: Transaction<Database>): Promise<void> {
  // In the order in which a job's step writes.
  await sql`lock table jobs, changes in share row exclusive mode`.execute(trx);
}

/**
 * Runs `work` in a serializable transaction. On SQLite transactions run one after another. On
 * PostgreSQL conflicting ones are rolled back and retried, so `work` may run several times and must
 * have no effects outside `trx`.
 */
export async function transaction<T>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  const result = await retryConflicts((attempt) =>
    db
      .transaction()
      .setIsolationLevel("serializable")
      .execute(async (trx) => {
        if (attempt > PATIENT_ATTEMPTS) await goFirst(trx);
        return await work(trx);
      }),
  );
  for (const listener of listeners.get(db) ?? []) listener();
  return result;
}
