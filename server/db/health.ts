import { stat } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { type Kysely, sql } from "kysely";
import { onPostgres } from "./dialect.ts";
import type { Database } from "./schema.ts";

/** Why the database can't be used, in words that may be told to anyone. */
export class DatabaseUnhealthy extends Error {
  override name = "DatabaseUnhealthy";
}

/**
 * A function that throws unless the database can be read. It reads a row that every server has. The
 * embedded database is read a second time as a new program would find it: the server's connection
 * goes on with a file that was deleted or replaced, and with pages that it still has in memory.
 */
export async function databaseHealth(db: Kysely<Database>): Promise<() => Promise<void>> {
  const files = await openedFiles(db);
  return async () => {
    const row = await db.selectFrom("settings").select("key").limit(1).executeTakeFirst();
    if (!row) throw new DatabaseUnhealthy("The database has lost its rows");
    for (const [file, opened] of files) {
      if ((await identityOf(file)) === opened) continue;
      throw new DatabaseUnhealthy("The database file is missing, or was replaced");
    }
    const [main] = files.keys();
    if (main !== undefined) readAsNewProgram(main);
  };
}

/** The files of the embedded database, and which they are; none for PostgreSQL or in memory. */
async function openedFiles(db: Kysely<Database>): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  if (onPostgres(db)) return files;
  const { rows } = await sql<{ file: string }>`
    select file from pragma_database_list where name = 'main' and file <> ''
  `.execute(db);
  for (const file of rows.flatMap(({ file }) => [file, `${file}-wal`])) {
    const identity = await identityOf(file);
    if (identity !== undefined) files.set(file, identity);
  }
  return files;
}

/** Tells a file from another one under the same name. */
async function identityOf(file: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(file, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

// Only by way of SQLite: if the process closed the file itself, its locks on it would be gone.
function readAsNewProgram(file: string): void {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      database.prepare("select key, value from settings").all();
    } finally {
      database.close();
    }
  } catch (cause) {
    throw new DatabaseUnhealthy("The database file can't be read", { cause });
  }
}
