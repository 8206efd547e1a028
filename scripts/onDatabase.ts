import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Kysely } from "kysely";
import { readConfig } from "#server/config.ts";
import { databaseFile, FolderUnusable } from "#server/db/folder.ts";
import { requireUpToDate } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";

/**
 * Works on the server's database, which it may be using at the same time. Throws when there is none,
 * or when another version has written it.
 */
export async function onDatabase(work: (db: Kysely<Database>) => Promise<void>): Promise<void> {
  const { dataDir, postgres } = readConfig(process.env);
  if (!postgres && !existsSync(databaseFile(dataDir))) {
    throw new FolderUnusable(`there is no database in DATA_DIR (${resolve(dataDir)})`);
  }
  const db = openDatabase(postgres?.url ?? dataDir, { poolSize: 1 });
  try {
    await requireUpToDate(db);
    await work(db);
  } finally {
    await db.destroy();
  }
}
