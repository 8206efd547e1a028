import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { flush } from "#server/db/flush.ts";
import { databaseFile, requireNotMoved } from "#server/db/folder.ts";
import { appliedMigrations, migrateFile } from "#server/db/migrate.ts";
import { isPostgres, openDatabase } from "#server/db/open.ts";
import { CopyRefused, type OnProgress, type TableChecksum } from "#server/db/rows/copyRows.ts";
import { kyselyOf } from "#server/db/sqlite/sqlite.ts";
import { appendFiles, type FilesSource } from "./appendedFiles.ts";
import { deleteDatabase, finishBackup, migrationsOf, requireKnown } from "./backupFile.ts";
import { copyTables, requireEqual, tableChecksums } from "./tables.ts";

/** The number of pages per copy step: 4 MB. */
const PAGES_PER_STEP = 1_000;

/** Matches the file names of unfinished backups and their journals. */
const PARTIAL = /\.partial-[\da-f]+(-journal|-wal|-shm)?$/;
/** A partial backup that has not changed for this many ms was killed. */
const PARTIAL_MAX_AGE_MS = 6 * 3_600_000;

/**
 * Deletes files that killed backups left in a folder. It decides by their age, because the process
 * that wrote them may have run on another machine.
 */
function deleteOldPartials(folder: string): void {
  for (const name of readdirSync(folder).filter((name) => PARTIAL.test(name))) {
    const file = join(folder, name);
    const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity);
    if (age > PARTIAL_MAX_AGE_MS) rmSync(file, { force: true });
  }
}

/**
 * Copies the database to a new file, as it is at one moment, while servers read and write it. The
 * file gets its name once it is complete, checked and on disk, and is readable for its owner only.
 * Throws a {@link CopyRefused} if there is no Taskdeck database.
 *
 * @param where as for `openDatabase`
 * @param files the store of files, if the backup shall have their bytes, and who is told how many lack them
 * @returns the checksums of the file's tables
 */
export async function backUp(
  where: string,
  file: string,
  onProgress: OnProgress,
  files?: { store: FilesSource; onMissing: (count: number) => void },
): Promise<TableChecksum[]> {
  if (existsSync(file)) throw new CopyRefused(`${file} already exists`);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  deleteOldPartials(dirname(file));
  const partial = `${file}.partial-${randomBytes(4).toString("hex")}`;
  writeFileSync(partial, "", { mode: 0o600, flag: "wx" });
  try {
    const read = isPostgres(where)
      ? await copyFromPostgres(where, partial, onProgress)
      : await copyFromFolder(where, partial, onProgress);
    const written = await finishBackup(partial);
    requireEqual(read, written, (table) => `The copy of "${table}" differs from the database`);
    const missing = files ? await appendFiles(partial, files.store, onProgress) : 0;
    if (missing > 0) files?.onMissing(missing);
    renameSync(partial, file);
    flush(dirname(file));
    return written;
  } catch (failure) {
    deleteDatabase(partial);
    throw failure;
  }
}

async function copyFromFolder(
  folder: string,
  partial: string,
  onProgress: OnProgress,
): Promise<TableChecksum[]> {
  requireNotMoved(folder);
  const file = databaseFile(folder);
  if (!existsSync(file)) throw new CopyRefused(`There is no database in ${folder}`);
  using source = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  // Without a transaction, SQLite would restart the copy after each write.
  source.exec("begin");
  requireKnown(migrationsOf(source), file);
  await backup(source, partial, {
    rate: PAGES_PER_STEP,
    progress: ({ remainingPages, totalPages }) =>
      onProgress("pages", totalPages - remainingPages, totalPages),
  });
  return await tableChecksums(source);
}

/** Copies a snapshot of a PostgreSQL database, with the tables of the database's version. */
async function copyFromPostgres(
  url: string,
  partial: string,
  onProgress: OnProgress,
): Promise<TableChecksum[]> {
  await using source = openDatabase(url, { poolSize: 1, statementTimeout: 0 });
  const snapshot = source
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only");
  return await snapshot.execute(async (trx) => {
    const migrations = await appliedMigrations(trx);
    requireKnown(migrations, "The database of DATABASE_URL");
    await migrateFile(partial, migrations.at(-1));
    using target = new DatabaseSync(partial, { enableForeignKeyConstraints: true });
    // The complete file is flushed to disk.
    target.exec("pragma journal_mode = off; pragma synchronous = off; begin");
    const checksums = await copyTables(trx, kyselyOf(target), onProgress);
    target.exec("commit");
    return checksums;
  });
}
