import { stat } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import type { Kysely } from "kysely";
import { onPostgres } from "./dialect.ts";
import type { Database } from "./schema.ts";
import { openFile } from "./sqlite/openFile.ts";

/** The database can't be used. The message is public, so it contains no file names and no data. */
export class DatabaseUnhealthy extends Error {
  override name = "DatabaseUnhealthy";
}

/**
 * Returns a function that throws unless the database can be read. It reads a row that always exists.
 * It also reads the embedded database through a new connection, because the server's own connection
 * still works on a deleted or replaced file, and on cached pages.
 */
export async function databaseHealth(db: Kysely<Database>): Promise<() => Promise<void>> {
  const openedFiles = await findFiles(db);
  return async () => {
    const row = await db.selectFrom("settings").select("key").limit(1).executeTakeFirst();
    if (!row) throw new DatabaseUnhealthy("The database has lost its rows");
    for (const [file, opened] of openedFiles) {
      if ((await identityOf(file)) === opened) continue;
      throw new DatabaseUnhealthy("The database file is missing, or was replaced");
    }
    const [main] = openedFiles.keys();
    if (main !== undefined) readFromNewConnection(main);
  };
}

/** The embedded database's files with their identities; empty for PostgreSQL and in memory. */
async function findFiles(db: Kysely<Database>): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  if (onPostgres(db)) return files;
  const main = await openFile(db);
  for (const file of main === undefined ? [] : [main, `${main}-wal`]) {
    const identity = await identityOf(file);
    if (identity !== undefined) files.set(file, identity);
  }
  return files;
}

/** Distinguishes a file from its replacement under the same name. */
async function identityOf(file: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(file, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

// Through SQLite, not `fs`: closing a plain file descriptor would drop the process's locks on it.
function readFromNewConnection(file: string): void {
  try {
    using database = new DatabaseSync(file, { readOnly: true });
    database.prepare("select key, value from settings").all();
  } catch (cause) {
    throw new DatabaseUnhealthy("The database file can't be read", { cause });
  }
}
