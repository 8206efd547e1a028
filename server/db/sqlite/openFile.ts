import { type Kysely, sql } from "kysely";
import type { Database } from "#server/db/schema.ts";

/** The path of the open SQLite file; undefined for a database in memory. */
export async function openFile(db: Kysely<Database>): Promise<string | undefined> {
  const query = sql<{ file: string }>`select file from pragma_database_list where name = 'main'`;
  return (await query.execute(db)).rows[0]?.file || undefined;
}
