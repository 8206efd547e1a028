import { createReadStream, createWriteStream, existsSync, linkSync, renameSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pipeline } from "node:stream/promises";
import { Kysely } from "kysely";
import { databaseSize } from "#server/db/backup/appendedFiles.ts";
import {
  checkBackup,
  deleteDatabase,
  dropManifest,
  requireIntact,
} from "#server/db/backup/backupFile.ts";
import { requireEqual, tableChecksums } from "#server/db/backup/tables.ts";
import { flush } from "#server/db/flush.ts";
import { claimFolder, databaseFile, giveToOwner } from "#server/db/folder.ts";
import { migrateFile } from "#server/db/migrate.ts";
import { CopyRefused, type OnProgress, type TableChecksum } from "#server/db/rows/copyRows.ts";
import type { Database } from "#server/db/schema.ts";
import { sqliteDialect } from "#server/db/sqlite/sqlite.ts";
import { filesFolder } from "#server/files/folderStore.ts";
import { settleCopy } from "./settleCopy.ts";
import { addFiles, keepFiles, missingFiles } from "./stagedFiles.ts";

export interface Restored {
  /** The checksums of the restored tables. */
  checksums: TableChecksum[];
  /** Whether the backup came from an older version and was migrated. */
  migrated: boolean;
  /** The file that holds the replaced data. */
  kept: string | undefined;
  /** The folder that holds the files that were there before. */
  keptFiles: string | undefined;
  /** Sentences about what was stopped and what has ended. */
  settled: string[];
}

/**
 * Restores a backup to a data folder that no server uses. If it throws a `CopyRefused` or a
 * `FolderUnusable`, it has changed nothing.
 *
 * @param replace whether an existing database may be replaced; it is kept under another name
 * @param onProgress called for the bytes of files
 */
export async function restoreToFolder(
  file: string,
  folder: string,
  { replace, onProgress = () => undefined }: { replace: boolean; onProgress?: OnProgress },
): Promise<Restored> {
  const { checksums, isCurrent } = await checkBackup(file);
  const release = claimFolder(folder);
  const target = databaseFile(folder);
  const staged = `${target}.restoring`;
  try {
    // A killed restore may have left it. No other restore runs, because this one holds the lock.
    deleteDatabase(staged);
    const exists = existsSync(target) || existsSync(`${target}-wal`);
    if (exists && !replace) {
      throw new CopyRefused(
        `${folder} already contains a database; --replace renames it and keeps it in the same folder`,
      );
    }
    const restored = await stageBackup(file, staged, isCurrent ? checksums : undefined);
    const settled = await settleFile(staged);
    giveToOwner(staged, folder);
    const ownFiles = filesFolder({ dataDir: folder });
    const keptFiles = exists ? keepFiles(ownFiles) : undefined;
    await addFiles(file, ownFiles, onProgress);
    settled.push(...(await missingFiles(staged, ownFiles)));
    const kept = exists ? setAside(target) : undefined;
    renameSync(staged, target);
    flush(folder);
    return { checksums: restored, migrated: !isCurrent, kept, keptFiles, settled };
  } catch (failure) {
    deleteDatabase(staged);
    throw failure;
  } finally {
    release();
  }
}

/**
 * Makes a plain database of this version from a backup, and flushes it to disk.
 *
 * @param expected the checksums of a current backup; without them the copy is migrated
 */
export async function stageBackup(
  file: string,
  staged: string,
  expected: readonly TableChecksum[] | undefined,
): Promise<TableChecksum[]> {
  await copyDatabase(file, staged);
  dropManifest(staged);
  if (!expected) await migrateFile(staged);
  flush(staged);
  using database = new DatabaseSync(staged, { readOnly: true });
  requireIntact(database, "The restored database");
  const checksums = await tableChecksums(database);
  if (expected) requireEqual(checksums, expected, restoredDiffers);
  return checksums;
}

/** Copies a backup without the bytes of files that follow its database. */
async function copyDatabase(file: string, staged: string): Promise<void> {
  const bytes = createReadStream(file, { end: databaseSize(file) - 1 });
  await pipeline(bytes, createWriteStream(staged, { mode: 0o600 }));
}

export const restoredDiffers = (table: string) =>
  `The restored "${table}" differs from the backup's`;

async function settleFile(staged: string): Promise<string[]> {
  await using db = new Kysely<Database>({ dialect: sqliteDialect(staged) });
  return await db.transaction().execute((trx) => settleCopy(trx, "restore"));
}

/** Gives the existing database a second name. Its first name may then be overwritten. */
function setAside(target: string): string {
  const kept = `${target}.replaced-${new Date().toISOString().replaceAll(":", "-")}`;
  checkpoint(target);
  for (const suffix of ["-wal", "-shm"]) {
    if (existsSync(target + suffix)) renameSync(target + suffix, kept + suffix);
  }
  // A link instead of a rename, so that the folder always has a database.
  if (existsSync(target)) linkSync(target, kept);
  return kept;
}

/** Moves the write-ahead log into the database file, unless the database is damaged. */
function checkpoint(target: string): void {
  if (!existsSync(target)) return;
  try {
    const database = new DatabaseSync(target);
    database.exec("pragma wal_checkpoint(truncate)");
    database.close();
  } catch {
    // A damaged database is kept with its log, which closing the database would delete.
  }
}
