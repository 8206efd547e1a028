import { type Kysely, sql } from "kysely";
import { onPostgres } from "./dialect.ts";
import type { Database } from "./schema.ts";

/**
 * Reads from one snapshot on PostgreSQL, with a time limit for each statement. On SQLite there is no
 * limit, and other requests may write between two statements.
 */
export async function readSnapshot<T>(
  db: Kysely<Database>,
  statementMs: number,
  read: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  if (!onPostgres(db)) return await read(db);
  return await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => {
      await sql`set local statement_timeout = ${sql.lit(statementMs)}`.execute(trx);
      return await read(trx);
    });
}
