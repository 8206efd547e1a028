import { setImmediate } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import type { Database } from "./schema.ts";
import { transaction } from "./transaction.ts";

/**
 * Runs a step again and again, each time in a transaction of its own, until it returns false. Other
 * requests get their turn between two steps: on SQLite all statements run on the main thread.
 */
export async function inTransactions(
  db: Kysely<Database>,
  step: (trx: Transaction<Database>) => Promise<boolean>,
): Promise<void> {
  while (await transaction(db, step)) await setImmediate();
}
