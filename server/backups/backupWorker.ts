import { workerData } from "node:worker_threads";
import { backUp } from "#server/db/backup/backup.ts";

/* A worker thread: writes a backup. */
const { where, file } = workerData as { where: string; file: string };
await backUp(where, file, () => undefined);
