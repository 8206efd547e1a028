import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { makePlace, type Place } from "#server/testing/place.ts";
import { killServers, register, serverOn } from "#server/testing/process.ts";
import { emptyLedger, lostFrom, writersUntil } from "#server/testing/writers.ts";

let place: Place;

beforeEach(async () => {
  place = await makePlace({ hasTables: true });
});
afterEach(async () => {
  await killServers();
  await place.drop();
});

/** A client that sends only the start of a request. */
async function slowClient(base: string, token: string): Promise<{ closed: Promise<unknown> }> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(`POST /api/tasks HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n`);
  socket.write('Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"title":');
  return { closed: once(socket.resume(), "close") };
}

/** A keep-alive connection without a running request. */
async function idleClient(base: string): Promise<{ closed: Promise<unknown> }> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n");
  await once(socket, "data");
  return { closed: once(socket.resume(), "close") };
}

test("SIGTERM finishes running requests, waits at most ten seconds for slow clients, and exits with 0", async () => {
  const { base, child, exit } = await serverOn(place.env);
  const { accessToken: token } = await register(base);
  const headers = { authorization: `Bearer ${token}` };
  const stream = await fetch(`${base}/api/events`, { headers });
  const others = [await slowClient(base, token), await idleClient(base)];
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
  await Promise.all(others.map(({ closed }) => closed));
  expect(await lostFrom(place.where, ledger)).toEqual([]);
});
