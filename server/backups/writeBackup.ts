import { once } from "node:events";
import path from "node:path";
import { Worker } from "node:worker_threads";

/** What a backup is written of: `where` as for `openDatabase`, and the folder of the files or null. */
export interface WrittenBackup {
  where: string;
  file: string;
  files: string | null;
}

/**
 * Writes a checked backup in a worker thread, because reading a large database takes a minute of CPU
 * time. Rejects when the signal aborts.
 *
 * @returns the number of files whose bytes are missing
 */
export async function writeBackup(written: WrittenBackup, signal: AbortSignal): Promise<number> {
  signal.throwIfAborted();
  // In the package this is JavaScript.
  const program = `backupWorker${path.extname(import.meta.filename)}`;
  const worker = new Worker(path.join(import.meta.dirname, program), {
    workerData: written,
  });
  let missing = 0;
  worker.on("message", (count: number) => (missing = count));
  const stop = () => void worker.terminate();
  signal.addEventListener("abort", stop);
  try {
    // Rejects if the worker throws.
    await once(worker, "exit");
    signal.throwIfAborted();
    return missing;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
