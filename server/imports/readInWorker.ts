import { on } from "node:events";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { FileRefused, type Outline, type ReadItem } from "./foreignTask.ts";
import { readFile } from "./readFile.ts";

/** Rows per message, so that receiving one takes little time. */
export const READ_BATCH = 200;
/** A smaller file is read without a worker, because starting one would take longer. */
const SMALL_FILE_BYTES = 128 * 1024;
const READ_TIMEOUT_MS = 60_000;
const MEMORY_MAX_MB = 768;

export type ReadMessage =
  | { type: "items"; items: ReadItem[] }
  | { type: "done"; outline: Outline }
  | { type: "refused"; message: string };

/** Calls `onItems` with the rows in batches, and returns the rest. Throws {@link FileRefused}. */
export async function readInWorker(
  bytes: Uint8Array,
  onItems: (items: ReadItem[]) => Promise<void>,
): Promise<Outline> {
  if (bytes.length <= SMALL_FILE_BYTES) {
    const { outline, items } = readFile(bytes);
    for (let first = 0; first < items.length; first += READ_BATCH) {
      await onItems(items.slice(first, first + READ_BATCH));
    }
    return outline;
  }
  // In the package this is JavaScript.
  const program = `readWorker${path.extname(import.meta.filename)}`;
  const worker = new Worker(path.join(import.meta.dirname, program), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MB },
  });
  try {
    const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
    // The loop throws when the worker fails, for example for lack of memory.
    for await (const [message] of on(worker, "message", { signal }) as AsyncIterable<
      [ReadMessage]
    >) {
      if (message.type === "items") await onItems(message.items);
      else if (message.type === "done") return message.outline;
      else throw new FileRefused(message.message);
    }
    throw new Error("The worker ended without a result");
  } catch (failure) {
    if (failure instanceof Error && "code" in failure && isTooMuch(failure.code)) {
      throw new FileRefused("Reading the file takes too much time or memory: split it");
    }
    throw failure;
  } finally {
    await worker.terminate();
  }
}

const isTooMuch = (code: unknown): boolean =>
  code === "ABORT_ERR" || code === "ERR_WORKER_OUT_OF_MEMORY";
