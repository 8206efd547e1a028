import type { Kysely, Transaction } from "kysely";
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

/**
 * Runs `work` in a serializable transaction. On SQLite transactions run one after another. On
 * PostgreSQL conflicting ones are rolled back and retried, so `work` may run several times and must
 * have no effects outside `trx`.
 */
export async function transaction<T>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  const result = await retryConflicts(() =>
    db.transaction().setIsolationLevel("serializable").execute(work),
  );
  for (const listener of listeners.get(db) ?? []) listener();
  return result;
}
