import { once } from "node:events";
import { FileRefused, type ReadItem } from "#server/imports/formats/foreignTask.ts";
import { decodeText, unpacked } from "./decode.ts";
import { readText } from "./readFile.ts";
import type { ReadMessage } from "./readInProcess.ts";

/*
 * The process that reads a file: `node readProcess.ts <bytes>`, with the file as its input. It sends the
 * rows in batches, each after a message that asks for it, so that few of them wait in memory.
 */

/** The limits of a batch: receiving and saving one takes little time. */
const BATCH_ROWS = 200;
const BATCH_CHARACTERS = 1024 * 1024;

const send = (message: ReadMessage) => process.send?.(message);

async function readInput(): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(Number(process.argv[2]));
  let length = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    bytes.set(chunk, length);
    length += chunk.length;
  }
  return bytes;
}

async function sendItems(items: readonly ReadItem[]): Promise<void> {
  let batch: ReadItem[] = [];
  let characters = 0;
  const sendBatch = async () => {
    send({ type: "items", items: batch });
    await once(process, "message");
    batch = [];
    characters = 0;
  };
  for (const item of items) {
    const isFull = batch.length === BATCH_ROWS || characters + item.data.length > BATCH_CHARACTERS;
    if (isFull) await sendBatch();
    batch.push(item);
    characters += item.data.length;
  }
  await sendBatch();
}

try {
  const bytes = await readInput();
  const decoded = decodeText(unpacked(bytes));
  // Releases the file at once: its text takes as much memory again.
  bytes.buffer.transfer(0);
  const { outline, items } = readText(decoded);
  await sendItems(items);
  send({ type: "done", outline });
} catch (failure) {
  if (!(failure instanceof FileRefused)) throw failure;
  send({ type: "refused", message: failure.message });
}
