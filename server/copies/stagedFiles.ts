import { existsSync, linkSync, mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import {
  appendedIn,
  databaseSize,
  openClosed,
  readAppended,
} from "#server/db/backup/appendedFiles.ts";
import { giveToOwner } from "#server/db/folder.ts";
import { CopyRefused, type OnProgress } from "#server/db/rows/copyRows.ts";
import { createFolderStore } from "#server/files/folderStore.ts";

/**
 * Adds the bytes of a backup's files to a folder, before the rows that need them. The same bytes have the same
 * name, so nothing is replaced; if the restore fails, the server deletes them after a day.
 */
export async function addFiles(
  file: string,
  folder: string,
  onProgress: OnProgress,
): Promise<void> {
  using database = openClosed(file);
  const appended = appendedIn(database);
  if (appended.length === 0) return;
  const base = databaseSize(file);
  const store = createFolderStore(folder);
  for (const [index, each] of appended.entries()) {
    const { sha256 } = await store.write(readAppended(file, base, each), each.size);
    if (sha256 !== each.sha256) throw new CopyRefused(`${file} has changed`);
    onProgress("bytes", index + 1, appended.length);
  }
  giveAllToOwner(folder);
}

/** Gives all stored bytes a second name in the same folder, which no sweep deletes, for the replaced data. */
export function keepFiles(folder: string): string | undefined {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const groups = names.filter((name) => /^[0-9a-f]{2}$/.test(name));
  if (groups.length === 0) return undefined;
  const kept = path.join(folder, `replaced-${new Date().toISOString().replaceAll(":", "-")}`);
  for (const group of groups) {
    mkdirSync(path.join(kept, group), { recursive: true, mode: 0o700 });
    for (const name of readdirSync(path.join(folder, group))) {
      linkSync(path.join(folder, group, name), path.join(kept, group, name));
    }
  }
  return kept;
}

function giveAllToOwner(folder: string): void {
  const owner = path.dirname(folder);
  giveToOwner(folder, owner);
  for (const name of readdirSync(folder, { recursive: true })) {
    giveToOwner(path.join(folder, String(name)), owner);
  }
}

/** A sentence if the files of a closed database have bytes that a folder lacks. */
export async function missingFiles(file: string, folder: string): Promise<string[]> {
  using database = openClosed(file);
  const store = createFolderStore(folder);
  let missing = 0;
  for (const row of database.prepare("select distinct sha256 from files").iterate()) {
    if ((await store.sizeOf(String(row["sha256"]))) === undefined) missing += 1;
  }
  if (missing === 0) return [];
  return [`The bytes of ${missing} files are missing: "taskdeck check-files" names them.`];
}
