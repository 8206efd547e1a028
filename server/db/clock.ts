import { type Kysely, sql } from "kysely";
import { onPostgres } from "./dialect.ts";
import type { Database } from "./schema.ts";

/** The time of the database, on which all servers agree although their clocks differ. */
export async function databaseTime(db: Kysely<Database>): Promise<Date> {
  const now = onPostgres(db)
    ? sql<{ ms: number }>`select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as ms`
    : sql<{ ms: number }>`select cast(unixepoch('subsec') * 1000 as integer) as ms`;
  return new Date((await now.execute(db)).rows[0]?.ms ?? Number.NaN);
}
