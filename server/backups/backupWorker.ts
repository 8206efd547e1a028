import { parentPort, workerData } from "node:worker_threads";
import { backUp } from "#server/db/backup/backup.ts";
import { createFolderStore } from "#server/files/folderStore.ts";
import type { WrittenBackup } from "./writeBackup.ts";

/* A worker thread: writes a backup. It posts the number of files whose bytes are missing. */
const { where, file, files } = workerData as WrittenBackup;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread has no origin
const onMissing = (count: number) => parentPort?.postMessage(count);
const store = files === null ? undefined : { store: createFolderStore(files), onMissing };
await backUp(where, file, () => undefined, store);
