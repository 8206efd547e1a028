import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { requireRoomOnDisk } from "#server/db/diskSpace.ts";
import { CopyRefused, type OnProgress } from "#server/db/rows/copyRows.ts";
import { errorCode } from "#server/db/unavailable.ts";

/*
 * The bytes of files follow the database in a backup: SQLite doesn't read beyond the pages that its header
 * counts. A table of the database has the list. So a backup is one file, and a restore copies the database
 * without the bytes.
 */
export const FILES_LIST = "taskdeck_backup_files";

/** Where the bytes of files are read. */
export interface FilesSource {
  sizeOf(sha256: string): Promise<number | undefined>;
  read(sha256: string): Promise<Readable>;
}

/** Bytes in a backup; `start` counts from the end of the database. */
interface Appended {
  sha256: string;
  size: number;
  start: number;
}

/** The bytes in the order of the file; none in a backup without files. */
export function appendedIn(database: DatabaseSync): Appended[] {
  const exists = database
    .prepare("select 1 from sqlite_schema where type = 'table' and name = ?")
    .get(FILES_LIST);
  if (!exists) return [];
  const rows = database.prepare(`select * from ${FILES_LIST} order by start`).all();
  return rows.map((row) => ({
    sha256: String(row["sha256"]),
    size: Number(row["size"]),
    start: Number(row["start"]),
  }));
}

/** The size of a backup's database in bytes, without what follows. */
export function databaseSize(file: string): number {
  using database = openClosed(file);
  const pragma = (name: string) => Number(database.prepare(`pragma ${name}`).get()?.[name]);
  return pragma("page_count") * pragma("page_size");
}

/** Opens a database that nobody writes. */
export function openClosed(file: string): DatabaseSync {
  const url = pathToFileURL(file);
  // With this, SQLite creates no files beside it.
  url.search = "immutable=1";
  return new DatabaseSync(url, { readOnly: true });
}

/** Makes the list of the bytes that the rows of a database need. Returns how many files have none in the store. */
async function listFiles(
  file: string,
  store: FilesSource,
): Promise<{ appended: Appended[]; missing: number }> {
  using database = new DatabaseSync(file);
  database.exec(`drop table if exists ${FILES_LIST}`);
  const hasFiles = database.prepare("select 1 from pragma_table_info('files')").get();
  if (!hasFiles) return { appended: [], missing: 0 };
  const appended: Appended[] = [];
  let start = 0;
  let missing = 0;
  for (const row of database.prepare("select distinct sha256 from files order by sha256").all()) {
    const sha256 = String(row["sha256"]);
    const size = await store.sizeOf(sha256);
    if (size === undefined) {
      missing += 1;
      continue;
    }
    appended.push({ sha256, size, start });
    start += size;
  }
  database.exec(`begin; create table ${FILES_LIST} (
    sha256 text primary key, size integer not null, start integer not null
  )`);
  const insert = database.prepare(`insert into ${FILES_LIST} values (?, ?, ?)`);
  for (const each of appended) insert.run(each.sha256, each.size, each.start);
  database.exec("commit");
  return { appended, missing };
}

async function readStored(store: FilesSource, sha256: string): Promise<Readable> {
  return await store.read(sha256).catch((failure: unknown) => {
    if (errorCode(failure) !== "ENOENT") throw failure;
    throw new CopyRefused("A file was deleted for good during the backup: try again");
  });
}

/**
 * Appends the bytes of all files to a finished backup, and waits until they are on disk. Throws if bytes have
 * changed, or if the disk has no room for them.
 *
 * @returns the number of files whose bytes the store lacks
 */
export async function appendFiles(
  file: string,
  store: FilesSource,
  onProgress: OnProgress,
): Promise<number> {
  const { appended, missing } = await listFiles(file, store);
  const total = appended.reduce((sum, { size }) => sum + size, 0);
  await requireRoomOnDisk(path.dirname(file), total);
  await using target = await open(file, "a");
  for (const [index, { sha256, size }] of appended.entries()) {
    const hash = createHash("sha256");
    let written = 0;
    for await (const chunk of await readStored(store, sha256)) {
      const bytes = chunk as Buffer;
      hash.update(bytes);
      await target.appendFile(bytes);
      written += bytes.length;
    }
    if (written !== size || hash.digest("hex") !== sha256) {
      throw new CopyRefused(
        `The bytes of a file have changed (${sha256}): "taskdeck check-files --read" names it`,
      );
    }
    onProgress("bytes", index + 1, appended.length);
  }
  await target.sync();
  return missing;
}

/** Reads the bytes of a backup, one after the other. */
export function readAppended(file: string, base: number, { size, start }: Appended) {
  const from = base + start;
  return createReadStream(file, { start: from, end: from + size - 1 });
}

/** Throws a {@link CopyRefused} if bytes of a backup are missing or have changed. */
export async function checkAppended(file: string, database: DatabaseSync): Promise<void> {
  const appended = appendedIn(database);
  const base = databaseSize(file);
  const end = appended.reduce((sum, { size }) => sum + size, base);
  if (statSync(file).size !== end) throw new CopyRefused(`${file} is damaged: it is incomplete`);
  for (const each of appended) {
    const hash = createHash("sha256");
    for await (const chunk of readAppended(file, base, each)) hash.update(chunk as Buffer);
    if (hash.digest("hex") !== each.sha256) {
      throw new CopyRefused(`${file} is damaged: the bytes of a file have changed`);
    }
  }
}
