import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Config } from "#server/config.ts";
import { requireRoomOnDisk, writeToDisk } from "#server/db/diskSpace.ts";
import { errorCode } from "#server/db/unavailable.ts";
import { type FileStore, HEAD_BYTES, type StoredBytes } from "./store.ts";

/** A disk is looked at again after so many bytes of a file. */
const CHECKED_BYTES = 4 * 1024 * 1024;
/** How the names of files begin that the sweep is about to delete. */
const DOOMED = "doomed-";
const SHA256 = /^[0-9a-f]{64}$/;

/** Waits until the entries of a folder are on disk. */
async function flushFolder(folder: string): Promise<void> {
  // Windows can't open a folder.
  if (process.platform === "win32") return;
  await using handle = await open(folder);
  await handle.sync();
}

/** Creates a folder with those around it, and waits until they are on disk. */
export async function makeFolder(folder: string): Promise<void> {
  const created = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (created !== undefined) await flushFolder(path.dirname(created));
}

const ageOf = async (file: string) =>
  (await stat(file).catch(() => undefined))?.mtimeMs ?? Infinity;

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch((failure: unknown) => {
    if (errorCode(failure) === "ENOENT") return [];
    throw failure;
  });
}

/** The folder of the files, beside the embedded database or without one. */
export const filesFolder = ({ dataDir }: Pick<Config, "dataDir">): string =>
  path.resolve(dataDir, "files");

/** Where bytes are until all have arrived. */
export const incomingFolder = (folder: string): string => path.join(folder, "incoming");

/** Writes bytes to a new file, and tells their hash while they pass. */
async function receive(
  handle: FileHandle,
  bytes: AsyncIterable<Uint8Array>,
  { folder, expected }: { folder: string; expected: number },
): Promise<StoredBytes> {
  const hash = createHash("sha256");
  const head: Uint8Array[] = [];
  let size = 0;
  let checkedUntil = 0;
  for await (const chunk of bytes) {
    if (size >= checkedUntil) {
      checkedUntil = size + CHECKED_BYTES;
      await requireRoomOnDisk(folder, Math.max(expected - size, chunk.length));
    }
    if (size < HEAD_BYTES) head.push(chunk.subarray(0, HEAD_BYTES - size));
    hash.update(chunk);
    await handle.appendFile(chunk);
    size += chunk.length;
  }
  await handle.sync();
  return { sha256: hash.digest("hex"), size, head: Buffer.concat(head) };
}

/** Stores bytes in a folder, which several servers may share. It is created with the first file. */
export function createFolderStore(folder: string): FileStore {
  const incoming = incomingFolder(folder);
  const groupOf = (sha256: string) => path.join(folder, sha256.slice(0, 2));
  /** A row of a restored backup may have anything in place of a hash. */
  function fileOf(sha256: string): string {
    if (SHA256.test(sha256)) return path.join(groupOf(sha256), sha256);
    throw Object.assign(new Error("Not a SHA-256"), { code: "ENOENT" });
  }

  async function store(partial: string, bytes: AsyncIterable<Uint8Array>, expected: number) {
    await using handle = await open(partial, "wx", 0o600);
    return await receive(handle, bytes, { folder, expected });
  }

  async function write(bytes: AsyncIterable<Uint8Array>, expected: number): Promise<StoredBytes> {
    await makeFolder(incoming);
    const partial = path.join(incoming, randomUUID());
    try {
      const stored = await store(partial, bytes, expected);
      const group = groupOf(stored.sha256);
      await mkdir(group, { recursive: true, mode: 0o700 });
      // Also if the bytes are there: the new file is whole, and has the time of this upload.
      await rename(partial, fileOf(stored.sha256));
      await flushFolder(group);
      await flushFolder(folder);
      return stored;
    } catch (failure) {
      await rm(partial, { force: true });
      throw failure;
    }
  }

  return {
    write: async (bytes, size = 0) => await writeToDisk(() => write(bytes, size)),
    async sizeOf(sha256) {
      if (!SHA256.test(sha256)) return undefined;
      return (await stat(fileOf(sha256)).catch(() => undefined))?.size;
    },
    async read(sha256) {
      const handle = await open(fileOf(sha256));
      return handle.createReadStream();
    },
    async *list() {
      for (const group of await namesIn(folder)) {
        if (!/^[0-9a-f]{2}$/.test(group)) continue;
        const names = await namesIn(path.join(folder, group));
        yield names.filter((name) => SHA256.test(name));
      }
    },
    async deleteUnless(sha256, writtenSince) {
      const file = fileOf(sha256);
      if ((await ageOf(file)) >= writtenSince.getTime()) return false;
      // An upload may write the same bytes now: what is renamed is looked at once more.
      const doomed = path.join(incoming, DOOMED + sha256);
      await rename(file, doomed);
      if ((await ageOf(doomed)) >= writtenSince.getTime()) {
        await rename(doomed, file);
        return false;
      }
      await rm(doomed);
      return true;
    },
    async deletePartial(before) {
      for (const name of await namesIn(incoming)) {
        const file = path.join(incoming, name);
        // A killed sweep has left it, and an upload may need it: the next one looks at it again.
        const sha256 = name.startsWith(DOOMED) ? name.slice(DOOMED.length) : "";
        if (SHA256.test(sha256)) await rename(file, fileOf(sha256));
        else if ((await ageOf(file)) < before.getTime()) await rm(file, { force: true });
      }
    },
  };
}
