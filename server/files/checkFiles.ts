import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import type { Kysely } from "kysely";
import { readRows } from "#server/db/rows/readRows.ts";
import type { Database } from "#server/db/schema.ts";
import type { FileStore } from "./store.ts";
import { unusedBytes } from "./sweep.ts";

/** A file whose bytes are missing or damaged. */
interface BrokenFile {
  id: string;
  taskId: string;
  name: string;
  problem: string;
}

const FILES = {
  name: "files",
  columns: ["id", "task_id", "name", "size", "sha256"],
  key: ["id"],
} as const;

/** The SHA-256 of stored bytes, which are not in memory together. */
async function hashOf(store: FileStore, sha256: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(await store.read(sha256), hash);
  return hash.digest("hex");
}

async function problemOf(
  store: FileStore,
  { sha256, size }: { sha256: string; size: number },
  isRead: boolean,
): Promise<string | undefined> {
  const stored = await store.sizeOf(sha256);
  if (stored === undefined) return "its bytes are missing";
  if (stored !== size) return `it has ${stored} bytes instead of ${size}`;
  if (isRead && (await hashOf(store, sha256)) !== sha256) return "its bytes have changed";
  return undefined;
}

/**
 * Looks for the bytes of all files, also of deleted ones that can be restored.
 *
 * @param isRead whether to read the bytes and compare their checksums
 * @returns the broken files, the number of all, and of stored bytes without a file, which the server deletes
 *   after a day
 */
export async function checkFiles(
  db: Kysely<Database>,
  store: FileStore,
  isRead: boolean,
): Promise<{ broken: BrokenFile[]; count: number; unused: number }> {
  const broken: BrokenFile[] = [];
  let count = 0;
  for await (const rows of readRows(db, FILES)) {
    for (const row of rows) {
      count += 1;
      const stored = { sha256: String(row["sha256"]), size: Number(row["size"]) };
      const problem = await problemOf(store, stored, isRead);
      if (problem === undefined) continue;
      const { id, task_id, name } = row;
      broken.push({ id: String(id), taskId: String(task_id), name: String(name), problem });
    }
  }
  let unused = 0;
  for await (const hashes of unusedBytes(db, store)) unused += hashes.length;
  return { broken, count, unused };
}
