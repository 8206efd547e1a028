import { type Expression, type Kysely, sql } from "kysely";
import type { Database } from "./schema.ts";

/** The number of rows of a query. */
export async function countRows(db: Kysely<Database>, query: Expression<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${query} as counted
  `.execute(db);
  return rows[0]?.count ?? 0;
}
