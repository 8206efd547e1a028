import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { openDatabase } from "./db/open.ts";
import { createTestDatabase } from "./db/testDatabase.ts";
import { callServer, killServers, register, runServer, serverOn } from "./testingProcess.ts";

/** Where the servers keep their data: a folder, or a database of TEST_DATABASE_URL. */
let where: string;
let env: Record<string, string>;
let drop: () => Promise<void>;

beforeEach(async () => {
  const postgres = process.env["TEST_DATABASE_URL"];
  if (postgres) {
    ({ url: where, drop } = await createTestDatabase(postgres, { template: false }));
    env = { DATABASE_URL: where };
  } else {
    where = mkdtempSync(join(tmpdir(), "taskdeck-process-"));
    drop = async () => rmSync(where, { recursive: true, force: true });
    env = { DATA_DIR: where };
  }
});
afterEach(async () => {
  await killServers();
  await drop();
});

/** Creates tasks one after another until the server is gone; remembers those acknowledged. */
async function write(base: string, token: string, acknowledged: string[]): Promise<void> {
  const body = { title: "Written under load", priority: "Low" };
  for (;;) {
    try {
      const { status, body: made } = await callServer(`${base}/api/tasks`, { body, token });
      if (status !== 201) return;
      acknowledged.push((made as { task: { id: string } }).task.id);
    } catch {
      return;
    }
  }
}

async function writersUntil(base: string, enough: number, end: () => void): Promise<string[]> {
  const { accessToken } = await register(base);
  const acknowledged: string[] = [];
  const writers = Array.from({ length: 8 }, () => write(base, accessToken, acknowledged));
  while (acknowledged.length < enough) await new Promise((resolve) => setImmediate(resolve));
  end();
  await Promise.all(writers);
  return acknowledged;
}

async function missing(acknowledged: readonly string[]): Promise<string[]> {
  const db = openDatabase(where);
  const rows = await db.selectFrom("tasks").select("id").execute();
  const stored = new Set(rows.map(({ id }) => id));
  if (env["DATA_DIR"]) {
    const { rows: verdict } = await sql`pragma integrity_check`.execute(db);
    expect(verdict).toEqual([{ integrity_check: "ok" }]);
  }
  await db.destroy();
  return acknowledged.filter((id) => !stored.has(id));
}

test("SIGTERM under load finishes what is under way and exits with 0", async () => {
  const server = await serverOn(env);
  const acknowledged = await writersUntil(server.base, 50, () => server.child.kill("SIGTERM"));
  expect(await server.exit).toEqual([0, null]);
  expect(await missing(acknowledged)).toEqual([]);
});

test("SIGTERM ends the streams of events at once, in good order", async () => {
  const server = await serverOn(env);
  const { accessToken } = await register(server.base);
  const headers = { authorization: `Bearer ${accessToken}` };
  const streams = await Promise.all(
    Array.from({ length: 5 }, () => fetch(`${server.base}/api/events`, { headers })),
  );
  const since = performance.now();
  server.child.kill("SIGTERM");
  for (const stream of streams) expect(await stream.text()).toContain("event: ready");
  expect(await server.exit).toEqual([0, null]);
  expect(performance.now() - since).toBeLessThan(5_000);
});

test("kill -9 under eight writers loses nothing that was acknowledged", async () => {
  const all: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    const server = await serverOn(env);
    all.push(...(await writersUntil(server.base, 30, () => server.child.kill("SIGKILL"))));
    expect(await server.exit).toEqual([null, "SIGKILL"]);
    expect(await missing(all)).toEqual([]);
  }
});

test("a port in use stops the start with a clear message", async () => {
  const first = await serverOn(env);
  const second = runServer({ ...env, PORT: new URL(first.base).port });
  expect(await second.exit).toEqual([1, null]);
  expect(second.said()).toContain(`port ${new URL(first.base).port} on 127.0.0.1 is in use`);
});

test("a bad variable stops the start and is named; secrets stay out of the log", async () => {
  const bad = runServer({ ...env, PORT: "many" });
  expect(await bad.exit).toEqual([1, null]);
  expect(bad.said()).toContain("PORT must be a whole number");

  const server = await serverOn(env);
  const { accessToken: token } = await register(server.base);
  await callServer(`${server.base}/api/auth/me`, { token });
  server.child.kill("SIGINT");
  expect(await server.exit).toEqual([0, null]);
  expect(server.said()).toContain("Anyone may register as an admin");
  expect(server.said()).toContain('"path":"/api/auth/me"');
  expect(server.said()).not.toContain(token);
});
