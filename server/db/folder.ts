import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  statfsSync,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SQLITE, sqliteCode } from "./sqliteError.ts";

/** The file of the embedded database in its folder. */
export const databaseFile = (folder: string): string => join(folder, "taskdeck.db");

/** A folder that can't be used, for a person to act on. */
export class FolderUnusable extends Error {
  override name = "FolderUnusable";
}

/** How long another server may take to end, in milliseconds: a restart isn't to be refused. */
const LOCK_WAIT = 2_000;

/**
 * Claims a folder for this process, so that no two work on one database: they would not hear of
 * each other's changes. It is made when absent. The claim is a lock of the operating system, held
 * by way of SQLite: it vanishes with its process, however that ends. Throws a
 * {@link FolderUnusable} when the folder can't be written, or when another process has it.
 *
 * @returns what gives the folder back
 */
export function claimFolder(folder: string): () => void {
  requireWritable(folder);
  const file = lockFile(folder);
  const lock = new DatabaseSync(file, { timeout: LOCK_WAIT });
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

/** The file of the lock, for its owner alone: a process that can open it can lock the server out. */
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

/** By hand: where nothing can be made, as in /proc, Node's own `recursive` never comes to an end. */
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
 * The database file of a folder; both are made when absent, for their owner alone: the file holds
 * hashes of passwords, and the key of all sessions. SQLite gives the files beside it the same mode.
 */
export function makeDatabaseFile(folder: string): string {
  makeFolder(resolve(folder));
  const file = databaseFile(folder);
  closeSync(openSync(file, "a", 0o600));
  return file;
}

/** What Linux calls file systems that are on another machine (statfs(2)). */
const NETWORK: ReadonlyMap<number, string> = new Map([
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
 * The name of the network file system that a folder is on. Undefined when it is on none, and for
 * one that can't be told from a local one (sshfs and others by way of FUSE; systems but Linux).
 */
export function networkFileSystem(folder: string, typeOf = typeOfFileSystem): string | undefined {
  return NETWORK.get(typeOf(folder));
}

// Some kernels give the number's sign another meaning.
const typeOfFileSystem = (folder: string) => statfsSync(folder).type >>> 0;

/** What root writes into a folder belongs to the folder's owner: the server may be another user. */
export function giveToOwner(file: string, folder: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  chownSync(file, uid, gid);
}
