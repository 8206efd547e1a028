import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { LABEL_MATCHES } from "#contract/label.ts";
import type { SessionResponse } from "#contract/shapes/session.ts";
import type { TaskPageResponse } from "#contract/shapes/task.ts";
import type { UsersResponse } from "#contract/shapes/userList.ts";
import { COUNT_MAX, NOBODY, PAGE_SIZE, TASK_PRIORITIES, TASK_STATUSES } from "#contract/task.ts";
import { isPostgres, openDatabase } from "#server/db/open.ts";
import { fillWithMany, LABELS, VOCABULARY } from "./manyTasks.ts";
import { MeasuredServer } from "./measured.ts";
import { median, quantile, type Row } from "./table.ts";

/** The measured numbers of tasks, and the targets for the calls among them. */
export const SIZES: Readonly<Record<number, string>> = {
  100_000: "p99 ≤ 100 ms",
  1_000_000: "p99 ≤ 400 ms",
};
const CALLS = 200;
/** The ids of people, teams and labels end with their numbers. */
const ID_START = "00000000-0000-4000-8000-";
const MOVE_PAUSE_MS = 50;

/**
 * Measures how long calls take among very many tasks, one after another, while tasks are moved.
 *
 * @param tasks one of {@link SIZES}
 * @param kept a database to use and keep, filled if it is empty; by default a temporary folder
 */
export async function measureMillion(port: number, tasks: number, kept?: string): Promise<Row[]> {
  const where = kept ?? mkdtempSync(path.join(tmpdir(), "taskdeck-bench-"));
  try {
    if (!(await isFilled(where))) await fillWithMany(where, tasks);
    const place = isPostgres(where) ? { DATABASE_URL: where } : { DATA_DIR: where };
    const env = { PORT: String(port), LOGIN_RATE_LIMIT: "off", ...place };
    const server = await MeasuredServer.start("server/main.ts", env, "/healthz");
    try {
      return await measure(server, SIZES[tasks] ?? "");
    } finally {
      await server.end();
    }
  } finally {
    if (kept === undefined) rmSync(where, { recursive: true, force: true });
  }
}

async function isFilled(where: string): Promise<boolean> {
  await using db = openDatabase(where);
  return (await db.introspection.getTables()).some(({ name }) => name === "tasks");
}

type Get = <T>(url: string) => Promise<T>;

async function measure(server: MeasuredServer, target: string): Promise<Row[]> {
  const headers = { authorization: `Bearer ${await signUp(server.url)}` };
  const get: Get = async <T>(url: string) => {
    const response = await fetch(server.url + url, { headers });
    if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const { users } = await get<UsersResponse>("/api/users");
  const { tasks } = await get<TaskPageResponse>("/api/tasks/search?page=90&limit=100");
  const ids = tasks.map(({ id }) => id);
  const moves = moveTasks(server.url, headers, ids);
  const rows: Row[] = [];
  let maxMemory = 0;
  try {
    for (const [what, url] of Object.entries(calls(users, ids))) {
      rows.push({ what, figure: await timed(get, what, url), target });
      maxMemory = Math.max(maxMemory, await server.memory());
    }
  } finally {
    rows.push({ what: "a move, at the same time", figure: await moves.stop(), target: "" });
  }
  const memory = `${(maxMemory / 2 ** 20).toFixed(0)} MB`;
  return [...rows, { what: "maximum memory of the server", figure: memory, target: "≤ 250 MB" }];
}

const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T;
const word = (from: number, to = VOCABULARY.length) => pick(VOCABULARY.slice(from, to));
const pageOf = () => 1 + Math.floor((Math.random() * COUNT_MAX) / PAGE_SIZE);

/** For each measured call, a function that returns a random URL. */
function calls(
  users: UsersResponse["users"],
  ids: readonly string[],
): Record<string, () => string> {
  const list = (query: Record<string, string | number>) =>
    `/api/tasks/search?${new URLSearchParams(
      Object.entries(query).map(([name, value]) => [name, String(value)]),
    )}`;
  const filters = () => ({
    ...(Math.random() < 0.5 && { status: pick(TASK_STATUSES) }),
    ...(Math.random() < 0.5 && { priority: pick(TASK_PRIORITIES) }),
    ...(Math.random() < 0.3 && { assignee: pick(users).id }),
    ...(Math.random() < 0.2 && { overdue: "true" }),
  });
  const [letters, vowels] = ["abcdefghijklmnoprstuvwz".split(""), "aeiou".split("")];
  const common = () => word(0, 100);
  const labelNumber = () => Math.floor(Math.random() * LABELS);
  const labels = (count: number) =>
    Array.from(
      { length: count },
      () => `${ID_START}${String(labelNumber()).padStart(12, "0")}`,
    ).join();
  return {
    "list, any page": () => list({ page: pageOf() }),
    "list, any filters": () => list(filters()),
    "list, any filters, any page": () => list({ ...filters(), page: pageOf() }),
    "search, rare word": () => list({ search: word(5_000) }),
    "search, word of medium frequency": () => list({ search: word(100, 5_000) }),
    "search, common word": () => list({ search: common() }),
    "search, any word, any filters": () =>
      list({ search: Math.random() < 0.5 ? common() : word(0), ...filters() }),
    "search, two words": () => list({ search: `${word(0, 1_000)} ${word(0, 1_000)}` }),
    "search, one letter": () => list({ search: pick(letters) }),
    "search, two letters": () => list({ search: pick(letters) + pick(vowels) }),
    "search, no match": () => list({ search: `xq${Math.random().toString(36).slice(2)}yx` }),
    "labels, any of three": () => list({ label: labels(3) }),
    "labels, all of two": () => list({ label: labels(2), label_match: "all" }),
    "labels, none of three": () => list({ label: labels(3), label_match: "none" }),
    "labels, none at all": () => list({ label: NOBODY }),
    "labels, any of two, any filters": () => list({ label: labels(2), ...filters() }),
    "labels, any match, a common word": () =>
      list({ label: labels(2), label_match: pick(LABEL_MATCHES), search: common() }),
    "labels, any match, a rare word": () =>
      list({ label: labels(2), label_match: pick(LABEL_MATCHES), search: word(5_000) }),
    "search, a label's name": () => list({ search: `label-${labelNumber()}` }),
    "dashboard, figures": () => "/api/dashboard/stats",
    "dashboard, overdue": () => "/api/tasks/overdue",
    "a task": () => `/api/tasks/${pick(ids)}`,
    "its comments": () => `/api/tasks/${pick(ids)}/comments`,
  };
}

async function timed(get: Get, what: string, url: () => string): Promise<string> {
  const times: number[] = [];
  let slowest = { ms: 0, url: "" };
  for (let call = 0; call < CALLS; call += 1) {
    const asked = url();
    const start = performance.now();
    await get(asked);
    const ms = performance.now() - start;
    times.push(ms);
    if (ms > slowest.ms) slowest = { ms, url: asked };
  }
  if (process.env["BENCH_SLOWEST"]) console.log(what, figureOf(times), slowest);
  return figureOf(times);
}

const figureOf = (times: readonly number[]) =>
  `p50 ${median(times).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`;

/** Moves one task after another until it is stopped. */
function moveTasks(url: string, headers: Record<string, string>, ids: readonly string[]) {
  const stopping = new AbortController();
  const times: number[] = [];
  const run = async () => {
    for (let count = 0; !stopping.signal.aborted; count += 1) {
      const start = performance.now();
      const response = await fetch(`${url}/api/kanban/${ids[count % ids.length]}/status`, {
        method: "PATCH",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify({ status: pick(TASK_STATUSES) }),
      });
      if (!response.ok) throw new Error(`A move: ${response.status}`);
      await response.text();
      times.push(performance.now() - start);
      await pause(MOVE_PAUSE_MS);
    }
  };
  const running = run();
  return {
    async stop(): Promise<string> {
      stopping.abort();
      await running;
      return figureOf(times);
    },
  };
}

async function signUp(url: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      email: `bench-${Date.now()}@example.com`,
      password: "a long password",
      role: "member",
    }),
  });
  const { accessToken } = (await response.json()) as SessionResponse;
  return accessToken;
}
