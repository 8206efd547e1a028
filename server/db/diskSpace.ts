import { statfs } from "node:fs/promises";
import path from "node:path";
import { type Kysely, sql } from "kysely";
import { onPostgres } from "./dialect.ts";
import type { Database } from "./schema.ts";
import { StorageRefused } from "./unavailable.ts";

/**
 * The bytes that a large write leaves free. SQLite needs some to delete rows: on a full disk it
 * couldn't even remove what has filled it.
 */
const RESERVE_BYTES = 16 * 1024 * 1024;

/** Throws a {@link StorageRefused} if the disk of the SQLite file has no room for a large write. */
export async function requireDiskSpace(db: Kysely<Database>): Promise<void> {
  if (onPostgres(db)) return;
  const { rows } = await sql<{ file: string }>`
    select file from pragma_database_list where name = 'main' and file <> ''
  `.execute(db);
  for (const { file } of rows) {
    const { bavail, bsize } = await statfs(path.dirname(file));
    if (bavail * bsize < RESERVE_BYTES) throw new StorageRefused("The disk is nearly full");
  }
}
