import type { Kysely, Transaction } from "kysely";
import { retried } from "./retry.ts";
import type { Database } from "./schema.ts";

/**
 * Does everything in `work` or nothing of it, as if nobody else were there: in SQLite transactions
 * take turns; in PostgreSQL they are serializable, and those that can't be are done again: one that
 * finds a key free which is taken before it writes, for instance. So `work` must leave no trace but
 * what it does with `trx`.
 */
export async function transaction<T>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  return await retried(() => db.transaction().setIsolationLevel("serializable").execute(work));
}
