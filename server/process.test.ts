import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type { SessionResponse } from "#contract/session.ts";

jest.setTimeout(60_000);

let dataDir: string;
let running: ChildProcess[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "taskdeck-process-"));
  running = [];
});
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  return typeof address === "object" && address ? address.port : 0;
}

/** Runs `node server/main.ts`, and gathers what it says. */
function run(env: Record<string, string>) {
  const main = join(import.meta.dirname, "main.ts");
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir, LOGIN_RATE_LIMIT: "off", ...env },
  });
  running.push(child);
  const exit = once(child, "exit") as Promise<[code: number | null, signal: string | null]>;
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return { child, exit, said: () => output };
}

async function start() {
  const port = await freePort();
  const server = run({ PORT: String(port) });
  const base = `http://127.0.0.1:${port}`;
  const ready = async () => (await fetch(`${base}/healthz`).catch(() => undefined))?.ok;
  while (!(await ready())) {
    if (server.child.exitCode !== null) throw new Error(server.said());
  }
  return { ...server, base };
}

async function registered(base: string): Promise<string> {
  const body = { email: `${crypto.randomUUID()}@x.org`, password: "password", role: "member" };
  const headers = { "content-type": "application/json" };
  const request = { method: "POST", headers, body: JSON.stringify(body) };
  const response = await fetch(`${base}/api/auth/register`, request);
  return ((await response.json()) as SessionResponse).accessToken;
}

/** Creates tasks one after another until the server is gone; remembers those acknowledged. */
async function write(base: string, token: string, acknowledged: string[]): Promise<void> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  for (;;) {
    const body = JSON.stringify({ title: "Written under load", priority: "Low" });
    try {
      const response = await fetch(`${base}/api/tasks`, { method: "POST", headers, body });
      if (!response.ok) return;
      acknowledged.push(((await response.json()) as { task: { id: string } }).task.id);
    } catch {
      return;
    }
  }
}

async function writersUntil(base: string, enough: number, end: () => void): Promise<string[]> {
  const token = await registered(base);
  const acknowledged: string[] = [];
  const writers = Array.from({ length: 8 }, () => write(base, token, acknowledged));
  while (acknowledged.length < enough) await new Promise((resolve) => setImmediate(resolve));
  end();
  await Promise.all(writers);
  return acknowledged;
}

function missing(acknowledged: readonly string[]): string[] {
  const database = new DatabaseSync(join(dataDir, "taskdeck.db"));
  const rows = database.prepare("select id from tasks").all();
  const stored = new Set(rows.map(({ id }) => id));
  expect(database.prepare("pragma integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
  database.close();
  return acknowledged.filter((id) => !stored.has(id));
}

test("SIGTERM under load finishes what is under way and exits with 0", async () => {
  const server = await start();
  const acknowledged = await writersUntil(server.base, 50, () => server.child.kill("SIGTERM"));
  expect(await server.exit).toEqual([0, null]);
  expect(missing(acknowledged)).toEqual([]);
});

test("kill -9 under eight writers loses nothing that was acknowledged", async () => {
  const all: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    const server = await start();
    all.push(...(await writersUntil(server.base, 30, () => server.child.kill("SIGKILL"))));
    expect(await server.exit).toEqual([null, "SIGKILL"]);
    expect(missing(all)).toEqual([]);
  }
});

test("a port in use stops the start with a clear message", async () => {
  const first = await start();
  const second = run({ PORT: new URL(first.base).port });
  expect(await second.exit).toEqual([1, null]);
  expect(second.said()).toContain(`port ${new URL(first.base).port} on 127.0.0.1 is in use`);
});

test("a bad variable stops the start and is named; secrets stay out of the log", async () => {
  const bad = run({ PORT: "many" });
  expect(await bad.exit).toEqual([1, null]);
  expect(bad.said()).toContain("PORT must be a whole number");

  const server = await start();
  const token = await registered(server.base);
  await fetch(`${server.base}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } });
  server.child.kill("SIGINT");
  expect(await server.exit).toEqual([0, null]);
  expect(server.said()).toContain("Anyone may register as an admin");
  expect(server.said()).toContain('"path":"/api/auth/me"');
  expect(server.said()).not.toContain(token);
});
