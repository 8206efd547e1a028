import { fork } from "node:child_process";
import { on } from "node:events";
import path from "node:path";
import { FileRefused, type Outline, type ReadItem } from "#server/imports/formats/foreignTask.ts";

const READ_TIMEOUT_MS = 60_000;
/** The process's memory for objects and texts in MiB. A file of 32 MiB fits if it is simple. */
const MEMORY_MAX_MIB = 96;

export type ReadMessage =
  | { type: "items"; items: ReadItem[] }
  | { type: "done"; outline: Outline }
  | { type: "refused"; message: string };

/** Reads a file: calls `onItems` with the rows in batches, and returns the rest. */
export type ReadImport = (
  bytes: Uint8Array,
  onItems: (items: ReadItem[]) => Promise<void>,
) => Promise<Outline>;

/**
 * Reads a file in a process of its own: a small file, too, may unpack to a large one, and a lack of
 * memory may end even the process of a worker thread. Throws {@link FileRefused}.
 */
export const readInProcess = async (
  bytes: Uint8Array,
  onItems: (items: ReadItem[]) => Promise<void>,
  timeoutMs = READ_TIMEOUT_MS,
): Promise<Outline> => {
  // In the package this is JavaScript.
  const program = `readProcess${path.extname(import.meta.filename)}`;
  const script = path.join(import.meta.dirname, program);
  const reader = fork(script, [String(bytes.length)], {
    // It needs none of the server's secrets.
    env: {},
    execArgv: [`--max-old-space-size=${MEMORY_MAX_MIB}`, "--max-semi-space-size=4"],
    serialization: "advanced",
    stdio: ["pipe", "ignore", "ignore", "ipc"],
    timeout: timeoutMs,
    // A stopped process ends after no other signal.
    killSignal: "SIGKILL",
  });
  // Sending to a process that has ended is an error, too. The loop below notices the end.
  reader.on("error", () => undefined);
  try {
    const messages = on(reader, "message", { close: ["exit"] }) as AsyncIterable<[ReadMessage]>;
    // If the process ends early, the loop below notices it.
    reader.stdin?.on("error", () => undefined).end(bytes);
    for await (const [message] of messages) {
      if (message.type === "done") return message.outline;
      if (message.type === "refused") throw new FileRefused(message.message);
      await onItems(message.items);
      reader.send("next");
    }
    throw new FileRefused("Reading the file takes too much time or memory: split it");
  } finally {
    reader.kill("SIGKILL");
  }
};
