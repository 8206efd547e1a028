import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import {
  appendedIn,
  databaseSize,
  openClosed,
  readAppended,
} from "#server/db/backup/appendedFiles.ts";
import { flush } from "#server/db/flush.ts";
import { giveToOwner } from "#server/db/folder.ts";
import { CopyRefused, type OnProgress } from "#server/db/rows/copyRows.ts";
import { createFolderStore } from "#server/files/folderStore.ts";

/** Files of a backup that are beside the folder, to take its place. */
export interface StagedFiles {
  /** Where they are now. */
  folder: string;
  /** Puts them in place. Returns where the files are kept that were there before. */
  install: () => string | undefined;
  discard: () => void;
}

/** Writes the files of a backup beside a folder; null if the backup has none. */
export async function stageFiles(
  file: string,
  folder: string,
  onProgress: OnProgress,
): Promise<StagedFiles | null> {
  const staged = `${folder}.restoring`;
  const discard = () => rmSync(staged, { recursive: true, force: true });
  // A killed restore may have left it.
  discard();
  using database = openClosed(file);
  const appended = appendedIn(database);
  if (appended.length === 0) return null;
  const base = databaseSize(file);
  const store = createFolderStore(staged);
  try {
    for (const [index, each] of appended.entries()) {
      const { sha256 } = await store.write(readAppended(file, base, each), each.size);
      if (sha256 !== each.sha256) throw new CopyRefused(`${file} has changed`);
      onProgress("bytes", index + 1, appended.length);
    }
    giveAllToOwner(staged);
  } catch (failure) {
    discard();
    throw failure;
  }
  return {
    folder: staged,
    install() {
      const kept = `${folder}.replaced-${new Date().toISOString().replaceAll(":", "-")}`;
      const hasFormer = existsSync(folder);
      if (hasFormer) renameSync(folder, kept);
      renameSync(staged, folder);
      flush(path.dirname(folder));
      return hasFormer ? kept : undefined;
    },
    discard,
  };
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
