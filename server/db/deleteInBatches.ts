import { setImmediate } from "node:timers/promises";
import { type Expression, type Kysely, sql } from "kysely";
import type { Database } from "./schema.ts";

/** Small, so that one statement doesn't delay other requests. */
const BATCH_ROWS = 200;

/** A query for the keys of rows. */
export interface KeysOfRows {
  limit(rows: number): Expression<unknown>;
}

/** Deletes the rows of a table whose keys a query finds, in batches. */
export async function deleteInBatches(
  db: Kysely<Database>,
  table: keyof Database,
  keys: readonly string[],
  rows: KeysOfRows,
): Promise<void> {
  const columns = sql.join(keys.map((key) => sql.ref(key)));
  for (;;) {
    const batch = sql`delete from ${sql.table(table)} where (${columns}) in ${rows.limit(BATCH_ROWS)}`;
    const { numAffectedRows = 0n } = await batch.execute(db);
    if (numAffectedRows < BigInt(BATCH_ROWS)) return;
    await setImmediate();
  }
}
