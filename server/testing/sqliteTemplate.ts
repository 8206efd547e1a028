import { readFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { migrate, migrateFile } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import { sqliteDialect } from "#server/db/sqlite/sqlite.ts";

/** Writes a database file with all tables and no rows. Returns its path. */
export async function writeTemplate(folder: string): Promise<string> {
  const file = path.join(folder, "empty.db");
  await migrateFile(file);
  const database = new DatabaseSync(file);
  // A database in memory can't have a write-ahead log.
  database.exec("pragma journal_mode = delete");
  database.close();
  return file;
}

let content: Uint8Array | undefined;

/** A database in memory with all tables and no rows. */
export async function openEmptyDatabase(): Promise<Kysely<Database>> {
  const template = process.env["TEST_TEMPLATE"];
  if (template !== undefined) {
    content ??= readFileSync(template);
    return new Kysely({ dialect: sqliteDialect(":memory:", { content }) });
  }
  const db = openDatabase(":memory:");
  await migrate(db);
  return db;
}
