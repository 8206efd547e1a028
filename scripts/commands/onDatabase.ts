import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Kysely } from "kysely";
import { readConfig } from "#server/config.ts";
import { databaseFile, FolderUnusable } from "#server/db/folder.ts";
import { requireUpToDate } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";

/**
 * Runs `work` on the server's database, while the server may use it. Throws if there is no database,
 * or if it belongs to another version.
 */
export async function onDatabase(work: (db: Kysely<Database>) => Promise<void>): Promise<void> {
  const { dataDir, postgres } = readConfig(process.env);
  if (!postgres && !existsSync(databaseFile(dataDir))) {
    throw new FolderUnusable(`there is no database in DATA_DIR (${resolve(dataDir)})`);
  }
  await using db = openDatabase(postgres?.url ?? dataDir, { poolSize: 1 });
  await requireUpToDate(db);
  await work(db);
}
