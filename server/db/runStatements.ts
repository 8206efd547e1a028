import { type Kysely, sql } from "kysely";
import { onPostgres } from "./dialect.ts";

/**
 * Runs the statements of a migration, each of which ends with a semicolon at the end of a line. On
 * PostgreSQL every text column gets the collation "C", which sorts text by bytes like SQLite.
 */
export async function runStatements(db: Kysely<never>, text: string): Promise<void> {
  const own = onPostgres(db) ? text.replaceAll(/\btext\b/g, 'text collate "C"') : text;
  for (const statement of own.trim().split(/;$/m)) {
    if (statement.trim() !== "") await sql.raw(statement).execute(db);
  }
}
