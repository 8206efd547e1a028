import type { Writable } from "node:stream";

/** Lines are collected until they are this long together, or this old. */
const FLUSH_LENGTH = 4_096;
const FLUSH_AFTER_MS = 500;
/** While a reader is further behind than this, lines are dropped. */
const BACKLOG_MAX_BYTES = 1024 * 1024;
const WARN = 40;

/** Where pino writes its lines. */
export interface LogOutput {
  write(line: string): void;
  /** How many lines could not be written since the start. */
  dropped(): number;
  /** Resolves when the lines so far are written, or are lost. */
  flushed(): Promise<void>;
}

/**
 * Writes log lines without ever blocking or ending the server, whatever becomes of the output: on a
 * full disk, with a closed pipe, or while nobody reads, lines are dropped and counted. The next
 * line that can be written says how many. Lines are written together, at most half a second late:
 * a write for each would add some 5 % to the cost of a board read.
 *
 * @param stream process.stdout, which Node lets survive failures; pipes are written without waiting
 */
export function logOutput(stream: Writable): LogOutput {
  let lines: string[] = [];
  let length = 0;
  let droppedInAll = 0;
  let untold = 0;

  function drop(count: number) {
    droppedInAll += count;
    untold += count;
  }

  function flush() {
    if (lines.length === 0 && untold === 0) return;
    const count = lines.length;
    // A line that the disk had no room for may have been cut: the next one begins a line of its own.
    const text = (untold > 0 ? `\n${notice(untold)}` : "") + lines.join("");
    lines = [];
    length = 0;
    if (stream.writableLength > BACKLOG_MAX_BYTES) {
      drop(count);
      return;
    }
    const told = untold;
    untold = 0;
    stream.write(text, (failure) => {
      if (!failure) return;
      untold += told;
      drop(count);
    });
  }

  // Without a listener a failure to write would end the process; the callback above counts it.
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
