import { type Expression, type Kysely, sql } from "kysely";
import type { Database } from "./schema.ts";

/** The number of rows of a query. */
export async function countRows(db: Kysely<Database>, query: Expression<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number | string }>`
    select count(*) as count from ${query} as counted
  `.execute(db);
  // PostgreSQL sends counts as text.
  return Number(rows[0]?.count);
}
