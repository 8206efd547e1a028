import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { runPostgres, type TestPostgres } from "#server/testing/postgres.ts";
import {
  callServer,
  freePort,
  killServers,
  register,
  runServer,
  serverOn,
} from "#server/testing/process.ts";
import { until } from "#server/testing/until.ts";

/** The folder and port of a PostgreSQL server that these tests stop and restart. */
const kept = { folder: mkdtempSync(join(tmpdir(), "taskdeck-lost-")), port: 0 };
let postgres: TestPostgres;

beforeAll(async () => {
  kept.port = await freePort();
  postgres = await runPostgres(kept);
});
afterEach(() => killServers());
afterAll(async () => {
  await postgres.stop();
  rmSync(kept.folder, { recursive: true, force: true });
});

test("a lost database causes 503 until it is back, without a restart", async () => {
  const server = await serverOn({ DATABASE_URL: postgres.url });
  const { accessToken: token } = await register(server.base);
  const me = () => callServer(`${server.base}/api/auth/me`, { token });
  const health = async () => (await callServer(`${server.base}/healthz`)).status;
  expect(await me()).toMatchObject({ status: 200 });

  await postgres.stop();
  const { status, body, headers } = await me();
  expect(status).toBe(503);
  expect(body).toEqual({ error: "The server can't reach its data. Please try again shortly." });
  expect(headers.get("retry-after")).toBe("2");
  await until(async () => (await health()) === 503);

  postgres = await runPostgres(kept);
  await until(async () => (await health()) === 200);
  expect(await me()).toMatchObject({ status: 200 });
  expect(server.child.exitCode).toBeNull();
  server.child.kill("SIGTERM");
  expect(await server.exit).toEqual([0, null]);
  expect(server.output()).not.toContain("postgres:postgres");
});

test("a database that stops responding counts as lost until it responds again", async () => {
  const sockets = new Set<Socket>();
  let silent = false;
  const between = createServer((near) => {
    const far = connect(kept.port, "127.0.0.1");
    sockets.add(near).add(far);
    const pass = (to: Socket) => (chunk: Buffer) => void (silent || to.write(chunk));
    near.on("data", pass(far)).on("error", () => far.destroy());
    far.on("data", pass(near)).on("error", () => near.destroy());
  }).listen(0, "127.0.0.1");
  await once(between, "listening");
  const url = new URL(postgres.url);
  url.port = String((between.address() as AddressInfo).port);
  const server = await serverOn({ DATABASE_URL: url.href, DATABASE_STATEMENT_TIMEOUT: "1" });
  const { accessToken: token } = await register(server.base);
  const me = async () => (await callServer(`${server.base}/api/auth/me`, { token })).status;

  silent = true;
  expect(await Promise.all([me(), me()])).toEqual([503, 503]);
  await until(async () => (await callServer(`${server.base}/healthz`)).status === 503);
  silent = false;
  await until(async () => (await me()) === 200);
  for (const socket of sockets) socket.destroy();
  between.close();
});

test("the start waits for the database, but only for DATABASE_WAIT", async () => {
  await postgres.stop();
  const hasty = runServer({ DATABASE_URL: postgres.url, DATABASE_WAIT: "1" });
  expect(await hasty.exit).toEqual([1, null]);
  expect(hasty.output()).toContain("waiting up to 1 s");
  expect(hasty.output()).toMatch(
    /DATABASE_URL \(127\.0\.0\.1:\d+\/postgres\) can't be opened: .*ECONNREFUSED/,
  );
  expect(hasty.output()).not.toContain("postgres:postgres");

  const PORT = String(await freePort());
  const patient = runServer({ DATABASE_URL: postgres.url, DATABASE_WAIT: "60", PORT });
  await until(async () => patient.output().includes("waiting up to 60 s"));
  postgres = await runPostgres(kept);
  const health = async () => await fetch(`http://127.0.0.1:${PORT}/healthz`).catch(() => undefined);
  await until(async () => (await health())?.status === 200);
});

test("a wrong password or database name stops the start at once", async () => {
  const wrong = new URL(postgres.url);
  wrong.password = "hunter2";
  const server = runServer({ DATABASE_URL: wrong.href });
  expect(await server.exit).toEqual([1, null]);
  expect(server.output()).toContain("password authentication failed");
  expect(server.output()).not.toMatch(/hunter2|waiting/);
  const absent = new URL(postgres.url);
  absent.pathname = "/absent";
  const other = runServer({ DATABASE_URL: absent.href });
  expect(await other.exit).toEqual([1, null]);
  expect(other.output()).toContain('database "absent" does not exist');
});
