import type { Kysely, Transaction } from "kysely";
import { retryConflicts } from "./retry.ts";
import type { Database } from "./schema.ts";

/**
 * Runs `work` in a serializable transaction. On SQLite transactions run one after another. On
 * PostgreSQL conflicting ones are rolled back and retried, so `work` may run several times and must
 * have no effects outside `trx`.
 */
export async function transaction<T>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  return await retryConflicts(() =>
    db.transaction().setIsolationLevel("serializable").execute(work),
  );
}
