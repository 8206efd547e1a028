import { type Kysely, sql, type Transaction } from "kysely";
import { OPERATOR } from "#server/changes/context.ts";
import { FILES_LIST } from "#server/db/backup/appendedFiles.ts";
import { MANIFEST } from "#server/db/backup/backupFile.ts";
import { forgetEpoch } from "#server/db/changesEpoch.ts";
import { onPostgres } from "#server/db/dialect.ts";
import { filePlace } from "#server/db/folder.ts";
import type { Database } from "#server/db/schema.ts";
import { readSetting, writeSetting } from "#server/db/settingRows.ts";
import { openFile } from "#server/db/sqlite/openFile.ts";
import { transaction } from "#server/db/transaction.ts";
import { stopAllJobs } from "#server/jobs/queries.ts";
import { revokeOfEverybody } from "#server/secrets/revokeOfEverybody.ts";

/*
 * A copy of a database must not go on with what was under way in the original: it would delete again what
 * was restored, or do twice what the original has done since.
 */

/** A row of `settings`: where the database was when a server last started on it. */
const PLACE_SETTING = "place";

/** How a database was copied, which the stopped jobs say. */
const REASONS = {
  restore: "A backup was restored",
  move: "The database was moved to PostgreSQL",
  import: "An export was imported",
};

/**
 * Stops what was under way in the original of a copy, in the transaction that has written the copy.
 *
 * @returns sentences about what was stopped and what has ended
 */
export async function settleCopy(
  trx: Transaction<Database>,
  how: keyof typeof REASONS,
): Promise<string[]> {
  // Clients may know later changes of the original by the same numbers.
  await forgetEpoch(trx);
  await trx.deleteFrom("settings").where("key", "=", PLACE_SETTING).execute();
  const stopped = await stopAllJobs(trx, REASONS[how]);
  if (how !== "restore") return stopped;
  const context = { by: OPERATOR, at: new Date() };
  return [...stopped, await revokeOfEverybody(trx, "restored", context)];
}

/** Where a database is. A copy is elsewhere, but not a moved folder or another mount of it. */
async function placeOf(db: Kysely<Database>): Promise<string> {
  if (!onPostgres(db)) {
    const file = await openFile(db);
    return file === undefined ? "" : filePlace(file);
  }
  const query = sql<{ place: string }>`
    select concat_ws(' ', oid, 'settings'::regclass::oid) as place
    from pg_database where datname = current_database()`;
  return (await query.execute(db)).rows[0]?.place ?? "";
}

/** Turns a backup that was put in the place of the database into a plain one. Returns whether it was one. */
async function turnBackupIntoDatabase(trx: Transaction<Database>): Promise<boolean> {
  const tables = await trx.introspection.getTables();
  if (!tables.some(({ name }) => name === MANIFEST)) return false;
  await trx.schema.dropTable(MANIFEST).execute();
  await trx.schema.dropTable(FILES_LIST).ifExists().execute();
  return true;
}

/**
 * For the start of a server: notices that the database is a copy, made without Taskdeck's commands, and
 * stops its jobs. Sessions stay, because the folder or cluster may only have moved to another disk. A backup
 * that was copied over the database is settled as a restored one.
 *
 * @returns sentences about what was stopped, and has ended
 */
export async function settlePlace(db: Kysely<Database>): Promise<string[]> {
  return await transaction(db, async (trx) => {
    const settled = (await turnBackupIntoDatabase(trx)) ? await settleCopy(trx, "restore") : [];
    const place = await placeOf(trx);
    const before = await readSetting(trx, PLACE_SETTING);
    if (before === place) return [];
    await writeSetting(trx, PLACE_SETTING, place);
    return before === undefined ? settled : await stopAllJobs(trx, "The database was copied");
  });
}
