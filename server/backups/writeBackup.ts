import { once } from "node:events";
import path from "node:path";
import { Worker } from "node:worker_threads";

/**
 * Writes a checked backup in a worker thread, because reading a large database takes a minute of CPU
 * time. Rejects when the signal aborts.
 *
 * @param where as for `openDatabase`
 */
export async function writeBackup(where: string, file: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  // In the package this is JavaScript.
  const program = `backupWorker${path.extname(import.meta.filename)}`;
  const worker = new Worker(path.join(import.meta.dirname, program), {
    workerData: { where, file },
  });
  const stop = () => void worker.terminate();
  signal.addEventListener("abort", stop);
  try {
    // Rejects if the worker throws.
    await once(worker, "exit");
    signal.throwIfAborted();
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
