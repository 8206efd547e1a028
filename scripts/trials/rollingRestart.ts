import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { TaskResponse } from "#contract/shapes/task.ts";
import { runPostgres } from "#server/testing/postgres.ts";
import {
  callServer,
  freePort,
  killServers,
  type ReadyServer,
  register,
  serverOn,
} from "#server/testing/process.ts";
import { ensureProxies, proxyPath } from "../proxies.ts";

/*
 * Restarts three servers behind nginx, one after the other, under ten writers and twenty event streams:
 * `node scripts/trials/rollingRestart.ts`. Prints what clients noticed. Exits with 1 if a server did not
 * end in time and with 0, or if nginx answered 502 to a request that it could send to another server.
 */

const SERVERS = 3;
const WRITERS = 10;
const STREAMS = 20;
const ROUNDS = 2;
/** The longest time in ms from a server's last response to its end, on a machine that is not busy. */
const STOP_MAX_MS = 1_000;
const BETWEEN_MS = 1_000;

/** docs/scaling.md: nginx sends a request to another server if the first one did not take it. */
const configOf = (folder: string, port: number, ports: readonly string[]) => `
  daemon off; master_process off; pid ${folder}/pid; events { worker_connections 1024; }
  http {
    access_log off; error_log ${folder}/error.log warn;
    ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
    upstream taskdeck { ${ports.map((own) => `server 127.0.0.1:${own} max_fails=0;`).join(" ")} keepalive 64; }
    server {
      listen 127.0.0.1:${port};
      proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host;
      proxy_next_upstream error timeout;
      location / { proxy_pass http://taskdeck; }
      location = /api/events { proxy_pass http://taskdeck; proxy_buffering off; proxy_read_timeout 1h; }
    }
  }`;

async function startNginx(folder: string, ports: readonly string[]): Promise<string> {
  const missing = ensureProxies();
  if (missing) throw new Error(missing);
  const port = await freePort();
  const file = path.join(folder, "nginx.conf");
  writeFileSync(file, configOf(folder, port, ports));
  const child = spawn(proxyPath("nginx"), ["-p", folder, "-e", "stderr", "-c", file], {
    stdio: "ignore",
  });
  child.unref();
  process.once("exit", () => child.kill());
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/healthz`).catch(() => undefined))) await pause(50);
  return url;
}

/** The number of answers by kind, such as "GET 502". */
const answers = new Map<string, number>();
const count = (kind: string) => answers.set(kind, (answers.get(kind) ?? 0) + 1);

/** Reads the board, moves a task and comments on it, in turns. */
async function work(url: string, token: string, isOver: () => boolean): Promise<void> {
  const input = { title: "A task of a rolling restart", status: "Todo", priority: "Low" };
  const made = await callServer(`${url}/api/tasks`, { body: input, token });
  const { id } = (made.body as TaskResponse).task;
  const calls = [
    ["GET", "/api/kanban/board"],
    ["PATCH", `/api/kanban/${id}/status`, { status: "Done" }],
    ["GET", "/api/auth/me"],
    ["POST", `/api/tasks/${id}/comments`, { comment: "Seen" }],
    ["PATCH", `/api/kanban/${id}/status`, { status: "Todo" }],
  ] as const;
  for (let turn = 0; !isOver(); turn += 1) {
    const [method, to, body] = calls[turn % calls.length] ?? calls[0];
    const init = {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    };
    const response = await fetch(url + to, init).catch(() => undefined);
    await response?.arrayBuffer().catch(() => undefined);
    count(`${method} ${response ? (response.ok ? "answered" : response.status) : "broken"}`);
  }
}

/** Keeps an event stream open, as a browser does. */
async function listen(url: string, token: string, end: AbortSignal): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  while (!end.aborted) {
    const response = await fetch(`${url}/api/events`, { headers, signal: end }).catch(() => null);
    if (response && !response.ok) count(`stream ${response.status}`);
    await response?.text().catch(() => undefined);
    count("stream ended");
    await pause(100);
  }
}

/** Restarts a server. Returns the time in ms from its signal to its end, and how it ended. */
async function restart(server: ReadyServer, env: Record<string, string>) {
  const exit = once(server.child, "exit");
  const since = performance.now();
  server.child.kill("SIGTERM");
  const [code] = (await exit) as [number | null];
  const ms = Math.round(performance.now() - since);
  const started = await serverOn({ ...env, PORT: new URL(server.base).port });
  return { ms, code, started, unfinished: server.output().includes("unfinished requests") };
}

const folder = mkdtempSync(path.join(tmpdir(), "taskdeck-rolling-"));
const postgres = await runPostgres();
const env = { DATABASE_URL: postgres.url, ACCESS_TOKEN_TTL: "3600" };
const servers: ReadyServer[] = [];
for (let index = 0; index < SERVERS; index += 1) servers.push(await serverOn(env));
const ports = servers.map(({ base }) => new URL(base).port);
const url = await startNginx(folder, ports);

let isOver = false;
const end = new AbortController();
const people = await Promise.all(Array.from({ length: WRITERS }, () => register(url)));
const clients = [
  ...people.map(({ accessToken }) => work(url, accessToken, () => isOver)),
  ...Array.from({ length: STREAMS }, (_none, index) =>
    listen(url, people[index % WRITERS]?.accessToken ?? "", end.signal),
  ),
];
let isRight = true;
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [index, server] of servers.entries()) {
    await pause(BETWEEN_MS);
    const { ms, code, started, unfinished } = await restart(server, env);
    servers[index] = started;
    console.log(`server ${index + 1} ended after ${ms} ms with ${code}`);
    if (code !== 0 || unfinished) isRight = false;
    if (ms > STOP_MAX_MS) console.log("  slower than asked: is the machine busy?");
  }
}
isOver = true;
end.abort();
await Promise.all(clients);
await killServers();
await postgres.stop();

const sorted = [...answers].toSorted(([one], [other]) => (one < other ? -1 : 1));
console.log(sorted.map(([kind, times]) => `${times} × ${kind}`).join(", "));
if (answers.has("GET 502") || answers.has("stream 502")) isRight = false;
const log = readFileSync(path.join(folder, "error.log"), "utf8").split("\n");
console.log(`nginx's log: ${log.length - 1} lines`);
for (const line of log.slice(0, 5)) console.log(`  ${line}`);
rmSync(folder, { recursive: true, force: true });
process.exitCode = isRight ? 0 : 1;
