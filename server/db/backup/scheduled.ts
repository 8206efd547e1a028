import type { Kysely } from "kysely";
import type { Backup } from "#contract/shapes/backup.ts";
import type { Database } from "#server/db/schema.ts";
import { readSetting, writeSetting } from "#server/db/settingRows.ts";

/*
 * Two rows of `settings`, which all servers of a database share: when the next backup is due, and how
 * the last one ended.
 */
const DUE = "backup_due";
const LAST = "backup_last";

/** When the next backup is due; null before the first one. */
export async function readBackupDue(db: Kysely<Database>): Promise<Date | null> {
  const due = await readSetting(db, DUE);
  return due === undefined ? null : new Date(due);
}

/** Sets when the next backup is due. */
export async function setBackupDue(db: Kysely<Database>, due: Date): Promise<void> {
  await writeSetting(db, DUE, due.toISOString());
}

export async function saveLastBackup(db: Kysely<Database>, backup: Backup): Promise<void> {
  await writeSetting(db, LAST, JSON.stringify(backup));
}

/** How the last backup ended; null if none has. */
export async function readLastBackup(db: Kysely<Database>): Promise<Backup | null> {
  const backup = await readSetting(db, LAST);
  return backup === undefined ? null : (JSON.parse(backup) as Backup);
}
