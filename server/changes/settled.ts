import { type Kysely, sql } from "kysely";
import { onPostgres } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";

/**
 * The number up to which all changes are known: no transaction that is under way can add one below it.
 * A reader that goes up to it, and later goes on from there, misses none.
 */
export async function settledNumber(db: Kysely<Database>): Promise<number> {
  return (await readEnd(db)).settled;
}

/**
 * The {@link settledNumber}, and the number of the last committed change. That may be larger, while an
 * older transaction is under way.
 */
export async function readEnd(db: Kysely<Database>): Promise<{ settled: number; last: number }> {
  const query = onPostgres(db)
    ? sql<{ settled: number; last: number }>`
        select changes_settled() as settled, (select max(number) from changes) as last`
    : sql<{ settled: number; last: number }>`
        select seq as settled, seq as last from sqlite_sequence where name = 'changes'`;
  const { rows } = await query.execute(db);
  const [row] = rows;
  return { settled: row?.settled ?? 0, last: row?.last ?? 0 };
}
