import { Writable } from "node:stream";
import { expect, test } from "@jest/globals";
import { logOutput } from "./logOutput.ts";

/** A log output whose writes the test completes or fails. */
function outputOf(write: (text: string, done: (failure?: Error) => void) => void) {
  const stream = new Writable({
    autoDestroy: false,
    write: (chunk: Buffer, _encoding, done) => write(chunk.toString(), done),
  });
  return { stream, output: logOutput(stream) };
}

test("the log writes lines in order, in one batch", async () => {
  const written: string[] = [];
  const { output } = outputOf((text, done) => {
    written.push(text);
    done();
  });
  output.write("one\n");
  output.write("two\n");
  await output.flushed();
  expect(written.filter(Boolean)).toEqual(["one\ntwo\n"]);
  expect(output.dropped()).toBe(0);
});

test("the log drops and counts lines beyond the backlog limit while no process reads it", async () => {
  const pending: (() => void)[] = [];
  let text = "";
  const { stream, output } = outputOf((chunk, done) => {
    text += chunk;
    pending.push(done);
  });
  const line = `${"x".repeat(999)}\n`;
  const LINES = 3_000;
  for (let count = 0; count < LINES; count += 1) output.write(line);
  expect(stream.writableLength).toBeLessThan(1024 * 1024 + 10_000);
  const dropped = output.dropped();
  expect(dropped).toBeGreaterThan(LINES / 2);

  const flushed = output.flushed();
  while (pending.length > 0) {
    pending.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await flushed;
  output.write("after\n");
  const reported = output.flushed();
  while (pending.length > 0) {
    pending.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await reported;
  const written = text.split("\n").filter(Boolean);
  expect(written.filter((line) => line.startsWith("x"))).toHaveLength(LINES - output.dropped());
  expect(written.at(-1)).toBe("after");
  expect(JSON.parse(written.at(-2) ?? "")).toMatchObject({
    level: 40,
    msg: `${output.dropped()} log lines could not be written and are lost`,
  });
});
