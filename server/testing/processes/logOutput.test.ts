import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, writeSync } from "node:fs";
import { afterEach, expect, test } from "@jest/globals";
import { callServer, type ReadyServer, register, serverOn } from "#server/testing/process.ts";
import { testFolder, testPlace } from "#server/testing/testPlace.ts";

const inFolder = testFolder();
const place = testPlace({ hasTables: true });
const handles: number[] = [];

afterEach(() => {
  for (const handle of handles.splice(0)) closeSync(handle);
});

function open(file: string, flags: string | number): number {
  const handle = openSync(file, flags);
  handles.push(handle);
  return handle;
}

/** A full pipe without a reader that drains it. */
function fullPipe(): number {
  const file = inFolder("pipe");
  execFileSync("mkfifo", [file]);
  const pipe = open(file, constants.O_RDWR | constants.O_NONBLOCK);
  for (const size of [4_096, 1]) {
    try {
      for (;;) writeSync(pipe, "x".repeat(size));
    } catch (failure) {
      expect(failure).toMatchObject({ code: "EAGAIN" });
    }
  }
  return pipe;
}

/** A pipe whose reader has closed it. */
function closedPipe(): number {
  const file = inFolder("pipe");
  execFileSync("mkfifo", [file]);
  const reader = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = open(file, constants.O_WRONLY);
  closeSync(reader);
  return writer;
}

async function requestsAndSigterm(server: ReadyServer): Promise<void> {
  const { accessToken: token } = await register(server.base);
  for (let count = 0; count < 30; count += 1) {
    expect((await callServer(`${server.base}/api/auth/me`, { token })).status).toBe(200);
  }
  server.child.kill("SIGTERM");
  expect(await server.exit).toEqual([0, null]);
}

test.each([
  ["a full disk", () => open("/dev/full", "w")],
  ["a pipe whose reader has closed it", closedPipe],
  ["a full pipe that no process reads", fullPipe],
])(
  "with its output on %s the server starts, responds, and exits on SIGTERM",
  async (_on, output) => {
    await requestsAndSigterm(await serverOn(place.env, { stdout: output() }));
  },
);
