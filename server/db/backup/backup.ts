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
import { databaseFile } from "#server/db/folder.ts";
import { isPostgres, openDatabase } from "#server/db/open.ts";
import { flush, migrationsOf, requireKnown, seal } from "./backupFile.ts";
import { copyFromPostgres } from "./copyFromPostgres.ts";
import { CopyRefused, differing, type OnProgress, sumsOf, type TableSum } from "./tables.ts";

/** Pages at a time: 4 MB. */
const PAGES = 1_000;

/** What a backup that is under way, or was killed, has beside its place. */
const PARTIAL = /\.partial-[\da-f]+(-journal|-wal|-shm)?$/;
/** One that nobody has written to for so long is dead, in milliseconds: 6 hours. */
const DEAD_AFTER = 6 * 3_600_000;

/**
 * Deletes what killed backups have left in a folder. By age, as the process that wrote it may be
 * one of another machine or container.
 */
function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (!PARTIAL.test(name)) continue;
    const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity);
    if (age > DEAD_AFTER) rmSync(file, { force: true });
  }
}

/**
 * Copies the database as it is at one moment to a file that isn't there yet, while servers read
 * and write it. The file has its name once it is complete, checked and on the disk, and is for its
 * owner alone. Throws a {@link CopyRefused} when there is no Taskdeck database to copy.
 *
 * @param where as for `openDatabase`
 * @returns what the tables held at that moment, and hold in the file
 */
export async function backUp(
  where: string,
  file: string,
  onProgress: OnProgress,
): Promise<TableSum[]> {
  if (existsSync(file)) throw new CopyRefused(`${file} is there already`);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  sweep(dirname(file));
  const partial = `${file}.partial-${randomBytes(4).toString("hex")}`;
  writeFileSync(partial, "", { mode: 0o600, flag: "wx" });
  try {
    const read = isPostgres(where)
      ? await fromPostgres(where, partial, onProgress)
      : await fromFolder(where, partial, onProgress);
    const kept = seal(partial);
    const [wrong] = differing(read, kept);
    if (wrong) throw new CopyRefused(`The copy of "${wrong}" isn't what was read`);
    renameSync(partial, file);
    flush(dirname(file));
    return kept;
  } catch (failure) {
    for (const end of ["", "-journal", "-wal", "-shm"]) rmSync(`${partial}${end}`, { force: true });
    throw failure;
  }
}

async function fromFolder(
  folder: string,
  partial: string,
  onProgress: OnProgress,
): Promise<TableSum[]> {
  const file = databaseFile(folder);
  if (!existsSync(file)) throw new CopyRefused(`There is no database in ${folder}`);
  const source = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    // One reading for all: the copy would begin anew with each write that it meets otherwise.
    source.exec("begin");
    requireKnown(migrationsOf(source), file);
    await backup(source, partial, {
      rate: PAGES,
      progress: ({ remainingPages, totalPages }) =>
        onProgress("pages", totalPages - remainingPages, totalPages),
    });
    return sumsOf(source);
  } finally {
    source.close();
  }
}

async function fromPostgres(
  url: string,
  partial: string,
  onProgress: OnProgress,
): Promise<TableSum[]> {
  const source = openDatabase(url, { poolSize: 1, statementTimeout: 0 });
  try {
    return await copyFromPostgres(source, partial, onProgress);
  } finally {
    await source.destroy();
  }
}
