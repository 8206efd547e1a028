import type { Kysely } from "kysely";
import type { Backup } from "#contract/backup.ts";
import type { Database } from "#server/db/schema.ts";

/*
 * Two rows of `settings`, which all servers of a database share: when the next backup is due, and how
 * the last one ended.
 */
const DUE = "backup_due";
const LAST = "backup_last";

async function read(db: Kysely<Database>, key: string): Promise<string | undefined> {
  const settings = db.selectFrom("settings").select("value").where("key", "=", key);
  return (await settings.executeTakeFirst())?.value;
}

/** When the next backup is due; null before the first one. */
export async function readBackupDue(db: Kysely<Database>): Promise<Date | null> {
  const due = await read(db, DUE);
  return due === undefined ? null : new Date(due);
}

/** Sets when the next backup is due. */
export async function setBackupDue(db: Kysely<Database>, due: Date): Promise<void> {
  await write(db, DUE, due.toISOString());
}

async function write(db: Kysely<Database>, key: string, value: string): Promise<void> {
  await db
    .insertInto("settings")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}

export async function saveLastBackup(db: Kysely<Database>, backup: Backup): Promise<void> {
  await write(db, LAST, JSON.stringify(backup));
}

/** How the last backup ended; null if none has. */
export async function readLastBackup(db: Kysely<Database>): Promise<Backup | null> {
  const backup = await read(db, LAST);
  return backup === undefined ? null : (JSON.parse(backup) as Backup);
}
