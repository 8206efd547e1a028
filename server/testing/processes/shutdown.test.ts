import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "@jest/globals";
import { register, serverOn } from "#server/testing/process.ts";
import { testPlace } from "#server/testing/testPlace.ts";
import { until } from "#server/testing/until.ts";
import { emptyLedger, lostFrom, writersUntil } from "#server/testing/writers.ts";

const place = testPlace({ hasTables: true });

/** A client that sends only this. */
async function rawClient(base: string, ...lines: string[]): Promise<Socket> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(lines.join("\r\n"));
  return socket;
}

/** A client that sends only the start of a request. */
const slowClient = (base: string, token: string) =>
  rawClient(
    base,
    "POST /api/tasks HTTP/1.1",
    "Host: localhost",
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
    "Content-Length: 100",
    "",
    '{"title":',
  );

/** A keep-alive connection without a running request. */
async function idleClient(base: string): Promise<Socket> {
  const socket = await rawClient(base, "GET /healthz HTTP/1.1", "Host: localhost", "", "");
  await once(socket, "data");
  return socket;
}

test("a response after SIGTERM closes a kept-alive connection, so that the server ends without waiting for it", async () => {
  const { base, child, exit, output } = await serverOn(place.env);
  const { accessToken } = await register(base);
  const client = await slowClient(base, accessToken);
  child.kill("SIGTERM");
  while (!output().includes("shutting down")) await once(child.stdout as Readable, "data");
  client.write(`"${"x".repeat(89)}"}`);
  expect(await text(client)).toMatch(/^HTTP\/1.1 400 Bad Request\r\n[^]*connection: close/i);
  expect(await exit).toEqual([0, null]);
  expect(output()).not.toContain("unfinished");
});

test("SIGTERM finishes running requests, waits at most ten seconds for slow clients, and exits with 0", async () => {
  const { base, child, exit, output } = await serverOn(place.env);
  // A terminal that closes sends it.
  child.kill("SIGHUP");
  await until(() => output().includes("SIGHUP: the server goes on"));
  const { accessToken: token } = await register(base);
  const headers = { authorization: `Bearer ${token}` };
  const stream = await fetch(`${base}/api/events`, { headers });
  const others = [await slowClient(base, token), await idleClient(base)];
  const closed = others.map((socket) => once(socket.resume(), "close"));
  const ledger = emptyLedger();
  let since = 0;
  const answers = await writersUntil({ base, token, ledger }, 50, () => {
    since = performance.now();
    child.kill("SIGTERM");
  });
  expect(await stream.text()).toContain("event: ready");
  expect(await exit).toEqual([0, null]);
  expect(performance.now() - since).toBeLessThan(15_000);
  // Each writer's connection closes between two requests, or its last request gets a 503.
  for (const answer of answers) expect([0, 503]).toContain(answer);
  await Promise.all(closed);
  expect(output()).toMatch(
    /"requests":\["POST \/api\/tasks \([\w-]+\)"\].*unfinished requests: 1"/,
  );
  expect(await lostFrom(place.where, ledger)).toEqual([]);
});
