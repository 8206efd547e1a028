import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { claimFolder, databaseFile, giveToOwner } from "#server/db/folder.ts";
import { migrateFile } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import { flush, openBackup, requireSound, unseal } from "./backupFile.ts";
import { replacePostgres } from "./replacePostgres.ts";
import { CopyRefused, differing, type OnProgress, sumsOf, type TableSum } from "./tables.ts";

export interface RestoreOptions {
  /** Whether what is there may be replaced; it is kept elsewhere. */
  replace: boolean;
  /** A file for a backup of what a PostgreSQL database held before. */
  keepAs: string;
  onProgress: OnProgress;
}

export interface Restored {
  /** What the tables hold now. */
  sums: TableSum[];
  /** Whether the backup was of an older version, and has been brought up to date. */
  migrated: boolean;
  /** The file with what was there before. */
  kept: string | undefined;
}

/**
 * Puts a backup into a folder, of which no server may be running. Throws a `CopyRefused` or a
 * `FolderUnusable`, and has changed nothing then.
 */
export async function restoreToFolder(
  file: string,
  folder: string,
  { replace }: Pick<RestoreOptions, "replace">,
): Promise<Restored> {
  const { source, sums, isCurrent } = openBackup(file);
  source.close();
  const release = claimFolder(folder);
  const target = databaseFile(folder);
  const staged = `${target}.restoring`;
  try {
    // Nobody else restores here now: one that is there is of a restore that was killed.
    discard(staged);
    const isTaken = existsSync(target) || existsSync(`${target}-wal`);
    if (isTaken && !replace) {
      throw new CopyRefused(`There is a database in ${folder} already; --replace keeps it beside`);
    }
    const restored = await stage(file, staged, isCurrent ? sums : undefined);
    giveToOwner(staged, folder);
    const kept = isTaken ? setAside(target) : undefined;
    renameSync(staged, target);
    flush(folder);
    return { sums: restored, migrated: !isCurrent, kept };
  } catch (failure) {
    discard(staged);
    throw failure;
  } finally {
    release();
  }
}

function discard(staged: string): void {
  for (const end of ["", "-journal", "-wal", "-shm"]) rmSync(`${staged}${end}`, { force: true });
}

/**
 * Puts a backup into a PostgreSQL database, of which no server may be running: in one transaction,
 * so that it changes nothing when it throws. Otherwise like {@link restoreToFolder}.
 */
export async function restoreToPostgres(
  file: string,
  url: string,
  { replace, keepAs, onProgress }: RestoreOptions,
): Promise<Restored> {
  const { source, sums, isCurrent } = openBackup(file);
  source.close();
  // Beside the safety backup: /tmp may be in memory, and too small. By its name a later backup
  // deletes it if this process is killed.
  const staged = isCurrent ? file : `${keepAs}.partial-0`;
  const target = openDatabase(url, { poolSize: 1, statementTimeout: 0 });
  try {
    if (!isCurrent) {
      mkdirSync(dirname(staged), { recursive: true, mode: 0o700 });
      await stage(file, staged, undefined);
    }
    const from = new DatabaseSync(staged, { readOnly: true });
    try {
      const { arrived, kept } = await replacePostgres(from, target, {
        keep: replace ? { url, file: keepAs } : undefined,
        expected: isCurrent ? sums : undefined,
        onProgress,
      });
      return { sums: arrived, migrated: !isCurrent, kept };
    } finally {
      from.close();
    }
  } finally {
    await target.destroy();
    if (!isCurrent) discard(staged);
  }
}

/**
 * Makes a plain, durable database of this version of a backup.
 *
 * @param expected what it has to hold; undefined when it has to be migrated first
 */
async function stage(
  file: string,
  staged: string,
  expected: readonly TableSum[] | undefined,
): Promise<TableSum[]> {
  copyFileSync(file, staged);
  chmodSync(staged, 0o600);
  const copy = new DatabaseSync(staged);
  unseal(copy);
  copy.close();
  if (!expected) await migrateFile(staged);
  const database = new DatabaseSync(staged, { readOnly: true });
  try {
    requireSound(database, "The restored database");
    const sums = sumsOf(database);
    const [wrong] = expected ? differing(sums, expected) : [];
    if (wrong) throw new CopyRefused(`The restored "${wrong}" isn't that of the backup`);
    return sums;
  } finally {
    database.close();
    flush(staged);
  }
}

/** Gives a database a second name, under which it stays. The first is free to be taken. */
function setAside(target: string): string {
  const kept = `${target}.replaced-${new Date().toISOString().replaceAll(":", "-")}`;
  foldIn(target);
  for (const end of ["-wal", "-shm"]) {
    if (existsSync(`${target}${end}`)) renameSync(`${target}${end}`, `${kept}${end}`);
  }
  // Not renamed: the folder is at no moment without a database.
  if (existsSync(target)) linkSync(target, kept);
  return kept;
}

/** Moves what was written into the file itself. A damaged one keeps its log beside it. */
function foldIn(target: string): void {
  if (!existsSync(target)) return;
  try {
    const database = new DatabaseSync(target);
    database.exec("pragma wal_checkpoint(truncate)");
    database.close();
  } catch {
    // It is kept as it is.
  }
}
