import type { Kysely } from "kysely";
import type { Backup } from "#contract/backup.ts";
import type { Database } from "#server/db/schema.ts";

/*
 * Two rows of `settings`, which all servers of a database share: when the next backup is due, and how
 * the last one ended.
 */
const DUE = "backup_due";
const LAST = "backup_last";

/** A backup that failed, or whose server was killed, is repeated after this many ms. */
const RETRY_MS = 60 * 60 * 1000;

const after = (at: Date, ms: number) => new Date(at.getTime() + ms).toISOString();

/**
 * Whether a backup is due and this server is to write it. Of several servers one gets true. A due time
 * beyond the interval comes from a longer interval in the past.
 */
export async function claimBackup(
  db: Kysely<Database>,
  now: Date,
  intervalMs: number,
): Promise<boolean> {
  const value = after(now, Math.min(RETRY_MS, intervalMs));
  const claimed = await db
    .insertInto("settings")
    .values({ key: DUE, value })
    .onConflict((conflict) =>
      conflict
        .column("key")
        .doUpdateSet({ value })
        .where(({ eb, or }) =>
          or([
            eb("settings.value", "<=", now.toISOString()),
            eb("settings.value", ">", after(now, intervalMs)),
          ]),
        ),
    )
    .returning("key")
    .executeTakeFirst();
  return claimed !== undefined;
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
  const row = await db
    .selectFrom("settings")
    .select("value")
    .where("key", "=", LAST)
    .executeTakeFirst();
  return row ? (JSON.parse(row.value) as Backup) : null;
}
