import type { Writable } from "node:stream";

/** Lines are written together once they have this length or age. */
const FLUSH_LENGTH = 4_096;
const FLUSH_AFTER_MS = 500;
/** Lines are dropped while more unwritten data than this waits for a slow reader. */
const BACKLOG_MAX_BYTES = 1024 * 1024;
/** pino's number for the level "warn". */
const WARN = 40;

/** A destination for pino. */
export interface LogOutput {
  write(line: string): void;
  /** The number of lines dropped since the start. */
  dropped(): number;
  /** Resolves when every line logged so far has been written or dropped. */
  flushed(): Promise<void>;
}

/**
 * Writes log lines without ever blocking or ending the server. On a full disk, a closed pipe or
 * without a reader, lines are dropped and counted, and the next written line reports the number.
 * Lines are written in batches: one write per line would make a board read about 5 % slower.
 *
 * @param stream process.stdout, which Node keeps usable after failures; writes to pipes don't block
 */
export function logOutput(stream: Writable): LogOutput {
  let lines: string[] = [];
  let length = 0;
  let droppedInAll = 0;
  let unreported = 0;

  function drop(count: number) {
    droppedInAll += count;
    unreported += count;
  }

  function flush() {
    if (lines.length === 0 && unreported === 0) return;
    const count = lines.length;
    // A full disk may have cut the last line off, so the notice begins on a new line.
    const text = (unreported > 0 ? `\n${notice(unreported)}` : "") + lines.join("");
    lines = [];
    length = 0;
    if (stream.writableLength > BACKLOG_MAX_BYTES) {
      drop(count);
      return;
    }
    const reported = unreported;
    unreported = 0;
    stream.write(text, (failure) => {
      if (!failure) return;
      unreported += reported;
      drop(count);
    });
  }

  // Without a listener a write error would end the process. The callback above counts it.
  stream.on("error", () => undefined);
  setInterval(flush, FLUSH_AFTER_MS).unref();
  process.on("exit", flush);

  return {
    write(line) {
      lines.push(line);
      length += line.length;
      if (length >= FLUSH_LENGTH) flush();
    },
    dropped: () => droppedInAll,
    flushed() {
      flush();
      return new Promise((resolve) => {
        stream.write("", () => resolve());
      });
    },
  };
}

function notice(count: number): string {
  const msg = `${count} log lines could not be written and are lost`;
  return `${JSON.stringify({ level: WARN, time: Date.now(), pid: process.pid, msg })}\n`;
}
