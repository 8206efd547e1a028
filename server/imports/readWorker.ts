import { parentPort, workerData } from "node:worker_threads";
import { FileRefused } from "./foreignTask.ts";
import { readFile } from "./readFile.ts";
import { READ_BATCH, type ReadMessage } from "./readInWorker.ts";

/* A worker thread: reads the file in `workerData`, and posts its rows in batches. */

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
const post = (message: ReadMessage) => parentPort?.postMessage(message);

try {
  const { outline, items } = readFile(workerData as Uint8Array);
  for (let first = 0; first < items.length; first += READ_BATCH) {
    post({ type: "items", items: items.slice(first, first + READ_BATCH) });
  }
  post({ type: "done", outline });
} catch (failure) {
  if (!(failure instanceof FileRefused)) throw failure;
  post({ type: "refused", message: failure.message });
}
