import { type Kysely, sql } from "kysely";
import type { Config } from "#server/config.ts";
import { CHANNEL_CLIENT } from "#server/db/postgres/channel.ts";
import type { Database } from "#server/db/schema.ts";
import { createFolderStore, filesFolder } from "./folderStore.ts";

/** The number of servers that use a PostgreSQL database now. Each has one connection for messages. */
async function countServers(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql`
    select pid from pg_stat_activity
    where datname = current_database() and application_name = ${CHANNEL_CLIENT}
  `.execute(db);
  return rows.length;
}

/**
 * What the log says at the start if another server uses the database, and the newest file isn't in our folder:
 * then they may not share it.
 */
export async function folderWarning(
  db: Kysely<Database>,
  config: Config,
): Promise<string | undefined> {
  if (!config.postgres || (await countServers(db)) < 2) return undefined;
  const newest = await db
    .selectFrom("files")
    .select("sha256")
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const folder = filesFolder(config);
  if (newest && (await createFolderStore(folder).sizeOf(newest.sha256)) !== undefined)
    return undefined;
  return `Another server uses this database: the files of tasks need a folder that all servers share. This server keeps them in ${folder}, which DATA_DIR sets`;
}
