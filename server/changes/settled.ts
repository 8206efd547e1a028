import { type Kysely, sql } from "kysely";
import { onPostgres } from "#server/db/dialect.ts";
import { prepared } from "#server/db/postgres/prepared.ts";
import type { Database } from "#server/db/schema.ts";

/**
 * The number up to which all changes are known: no transaction that is under way can add one below it.
 * A reader that goes up to it, and later goes on from there, misses none. It may go back for a moment, and
 * the reader never does.
 */
export async function settledNumber(db: Kysely<Database>): Promise<number> {
  return (await readEnd(db)).settled;
}

interface End {
  settled: number;
  last: number;
}

const readEnds = prepared((db) => {
  const query = onPostgres(db)
    ? sql<End>`select changes_settled() as settled, (select max(number) from changes) as last`
    : sql<End>`
        select seq as settled, seq as last from sqlite_sequence where name = 'changes'`;
  return { compile: () => query.compile(db) };
});

/**
 * The {@link settledNumber}, and the number of the last committed change. That may be larger, while an
 * older transaction is under way.
 */
export async function readEnd(db: Kysely<Database>): Promise<End> {
  const [row] = await readEnds(db, {});
  return { settled: row?.settled ?? 0, last: row?.last ?? 0 };
}
