import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SQLITE, sqliteCode } from "./sqlite/sqliteError.ts";

/** The database file in the data folder. */
export const databaseFile = (folder: string): string => join(folder, "taskdeck.db");

/** The data folder can't be used. The message gives the operator the reason. */
export class FolderUnusable extends Error {
  override name = "FolderUnusable";
}

/** A file that names the database to which the folder's data was moved, and when. */
const MOVED = "moved-to-postgresql";

/** Makes servers and commands refuse the folder from now on. Returns the file to delete to undo that. */
export function markMoved(folder: string, to: string): string {
  const file = resolve(folder, MOVED);
  writeFileSync(file, `${to} on ${new Date().toISOString()}\n`, { mode: 0o600, flush: true });
  giveToOwner(file, folder);
  return file;
}

/** Throws a {@link FolderUnusable} if the folder's data was moved to PostgreSQL. */
export function requireNotMoved(folder: string): void {
  const file = resolve(folder, MOVED);
  if (!existsSync(file)) return;
  const to = readFileSync(file, "utf8").trim();
  throw new FolderUnusable(
    `the data of DATA_DIR (${resolve(folder)}) was moved to ${to}: set DATABASE_URL. ` +
      `To use the folder's old data again, delete ${file}`,
  );
}

/**
 * Throws a {@link FolderUnusable} if the folder has had a database that is gone: a server would begin
 * with an empty one, and lose the changes in a write-ahead log.
 */
function requireNothingLost(folder: string): void {
  const file = databaseFile(folder);
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0) return;
  const backups = join(folder, "backups");
  const isCopy = (name: string) => /^taskdeck.*\.db$/.test(name);
  const copy = existsSync(backups) ? readdirSync(backups).find(isCopy) : undefined;
  const left = existsSync(`${file}-wal`) ? `${file}-wal` : copy && join(backups, copy);
  if (!left) return;
  throw new FolderUnusable(
    `${resolve(file)} is missing or empty, but ${resolve(left)} exists. Put the file back, or restore a ` +
      `backup with "taskdeck restore". To begin with an empty database, use another folder`,
  );
}

/** The time in ms to wait for the lock. After a restart, the old server may still hold it. */
const LOCK_TIMEOUT_MS = 2_000;

/**
 * Locks a data folder for this process, and creates the folder if necessary. Two servers on one
 * embedded database would not see each other's live updates. The lock is an SQLite lock on
 * `server.lock`, so the operating system releases it when the process ends. Throws a
 * {@link FolderUnusable} if the folder can't be written or another process has locked it.
 *
 * @returns a function that releases the lock
 */
export function claimFolder(folder: string): () => void {
  requireNotMoved(folder);
  requireWritable(folder);
  const file = lockFile(folder);
  const lock = new DatabaseSync(file, { timeout: LOCK_TIMEOUT_MS });
  giveToOwner(file, folder);
  try {
    lock.exec("begin exclusive");
  } catch (failure) {
    lock.close();
    if (sqliteCode(failure) === SQLITE.BUSY) {
      throw new FolderUnusable(
        `another Taskdeck server uses DATA_DIR (${resolve(folder)}). Stop it, or give this one a ` +
          "folder of its own; several servers can share a PostgreSQL database (DATABASE_URL)",
      );
    }
    throw failure;
  }
  return () => lock.close();
}

/** The lock file. Only its owner may open it, because a process that can open it can lock it. */
function lockFile(folder: string): string {
  const file = join(folder, "server.lock");
  if (!existsSync(file)) closeSync(openSync(file, "a", 0o600));
  const { mode, uid } = statSync(file);
  const isOurs = uid === process.getuid?.() || process.getuid?.() === 0;
  if (isOurs && (mode & 0o077) !== 0) chmodSync(file, 0o600);
  return file;
}

function requireWritable(folder: string): void {
  try {
    makeFolder(resolve(folder));
    if (!statSync(folder).isDirectory()) throw new Error("it is a file, not a folder");
    for (const name of [folder, databaseFile(folder)]) {
      if (existsSync(name)) accessSync(name, constants.R_OK | constants.W_OK);
    }
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure);
    throw new FolderUnusable(`DATA_DIR (${resolve(folder)}) can't be written: ${reason}`);
  }
}

/** Node's `mkdir` with `recursive` never returns for a path under /proc. */
function makeFolder(folder: string, mode = 0o700): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder), 0o755);
  try {
    mkdirSync(folder, { mode });
  } catch (failure) {
    if (!existsSync(folder)) throw failure;
  }
}

/**
 * Creates the data folder and an empty database file in it, unless they exist. Only their owner may
 * read them: the file holds password hashes and the signing key. SQLite copies the file's mode to
 * the files beside it. Throws a {@link FolderUnusable} if the data was moved, or if the file was lost.
 */
export function createDatabaseFile(folder: string): string {
  requireNotMoved(folder);
  makeFolder(resolve(folder));
  requireNothingLost(folder);
  const file = databaseFile(folder);
  closeSync(openSync(file, "a", 0o600));
  return file;
}

/** Tells a file from its copies. Moving the file, its folder or its disk does not change it. */
export function filePlace(file: string): string {
  const { ino, birthtimeNs } = statSync(file, { bigint: true });
  return `${ino} ${birthtimeNs}`;
}

/** Linux's magic numbers of network file systems: statfs(2). */
const NETWORK_FILE_SYSTEMS: ReadonlyMap<number, string> = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "SMB"],
  [0xfe534d42, "SMB"],
  [0x5346414f, "AFS"],
  [0x01021997, "9p"],
  [0x00c36400, "Ceph"],
  [0x0bd00bd0, "Lustre"],
]);

/**
 * The name of the network file system that a folder is on, or undefined. It does not detect FUSE
 * file systems such as sshfs, and works on Linux only.
 */
export function networkFileSystem(folder: string, typeOf = typeOfFileSystem): string | undefined {
  return NETWORK_FILE_SYSTEMS.get(typeOf(folder));
}

// Some kernels return the number as a signed integer.
const typeOfFileSystem = (folder: string) => statfsSync(folder).type >>> 0;

/** If root created the file, gives it to the folder's owner: the server may run as that user. */
export function giveToOwner(file: string, folder: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  chownSync(file, uid, gid);
}
