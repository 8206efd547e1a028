import { createReadStream, createWriteStream } from "node:fs";
import { open, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { requireRoomOnDisk, writeToDisk } from "#server/db/diskSpace.ts";
import { tooMany } from "#server/refusals.ts";
import { incomingFolder, makeFolder } from "./folderStore.ts";

export const UNKNOWN = "The upload is unknown: it was attached or deleted, or is older than a day.";

/** A file of which a part may have arrived. Its id is the id of the file that it becomes. */
export interface PartialUpload {
  id: string;
  taskId: string;
  userId: string;
  name: string;
  size: number;
}

/** The maximum number of a user's unfinished uploads. Others are deleted after a day. */
const UNFINISHED_MAX = 20;
const RETRY_SECONDS = 60;

/**
 * The bytes of unfinished uploads, each in a file of its own, so that an upload goes on after a lost connection
 * or a restart. Several servers share them with the folder.
 */
export function createPartialUploads(filesFolder: string) {
  const folder = incomingFolder(filesFolder);
  const prefixOf = ({ userId }: PartialUpload) => `${userId}_`;
  const fileOf = (upload: PartialUpload) => path.join(folder, prefixOf(upload) + upload.id);

  return {
    /** Throws a 429 if the user has the maximum of unfinished uploads. */
    async begin(upload: PartialUpload): Promise<void> {
      await writeToDisk(() => makeFolder(folder));
      await requireRoomOnDisk(folder, upload.size);
      // Created before it is counted, so that several at once can't exceed the maximum.
      await writeToDisk(async () => await (await open(fileOf(upload), "wx", 0o600)).close());
      const names = await readdir(folder);
      if (names.filter((name) => name.startsWith(prefixOf(upload))).length > UNFINISHED_MAX) {
        await rm(fileOf(upload), { force: true });
        throw tooMany(
          "You have too many unfinished uploads. Please try again later.",
          RETRY_SECONDS,
        );
      }
    },
    /** The number of bytes that have arrived; undefined if the upload is unknown. */
    async sizeOf(upload: PartialUpload): Promise<number | undefined> {
      return (await stat(fileOf(upload)).catch(() => undefined))?.size;
    },
    /**
     * Writes bytes at their place and waits until they are on disk. After a failure those that have arrived stay.
     * A second request may send the same bytes at the same time, because a lost connection may still stall.
     */
    async write(
      upload: PartialUpload,
      offset: number,
      bytes: AsyncIterable<Uint8Array>,
    ): Promise<void> {
      await requireRoomOnDisk(folder, upload.size - offset);
      const target = createWriteStream(fileOf(upload), { flags: "r+", start: offset, flush: true });
      await writeToDisk(() => pipeline(bytes, target));
    },
    read: (upload: PartialUpload): Readable => createReadStream(fileOf(upload)),
    async remove(upload: PartialUpload): Promise<void> {
      await rm(fileOf(upload), { force: true });
    },
  };
}
