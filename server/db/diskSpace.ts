import { statfs } from "node:fs/promises";
import path from "node:path";
import type { Kysely } from "kysely";
import { onPostgres } from "./dialect.ts";
import type { Database } from "./schema.ts";
import { openFile } from "./sqlite/openFile.ts";
import { errorCode, StorageRefused } from "./unavailable.ts";

/**
 * The bytes that a large write leaves free. SQLite needs some to delete rows: on a full disk it
 * couldn't even remove what has filled it.
 */
const RESERVE_BYTES = 16 * 1024 * 1024;
/** Error codes of a disk that is full, over its quota, read-only, or has no room for a file of this size. */
const REFUSED = new Set(["ENOSPC", "EDQUOT", "EFBIG", "EROFS", "EACCES", "EPERM"]);

/** Throws a {@link StorageRefused} if the disk of the SQLite file has no room for a large write. */
export async function requireDiskSpace(db: Kysely<Database>): Promise<void> {
  if (onPostgres(db)) return;
  const file = await openFile(db);
  if (file === undefined) return;
  await requireRoomOnDisk(path.dirname(file));
}

/** Throws a {@link StorageRefused} if a folder's disk has no room for so many bytes and a reserve. */
export async function requireRoomOnDisk(folder: string, bytes = 0): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < RESERVE_BYTES + bytes) throw new StorageRefused("The disk is nearly full");
}

/** Writes to a disk. Throws a {@link StorageRefused} if the disk refuses it. */
export async function writeToDisk<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (failure) {
    if (!REFUSED.has(errorCode(failure) ?? "")) throw failure;
    throw new StorageRefused("The disk refuses to be written", { cause: failure });
  }
}
