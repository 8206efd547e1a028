import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { SessionResponse } from "#contract/session.ts";
import {
  type Pagination,
  PAGE_SIZE,
  TASK_PRIORITIES,
  TASK_STATUSES,
  type TaskPageResponse,
} from "#contract/task.ts";
import type { UsersResponse } from "#contract/user.ts";
import { migrateDatabase } from "#server/db/migrate.ts";
import { isPostgres, openDatabase } from "#server/db/open.ts";
import { fillWithMany, VOCABULARY } from "./manyTasks.ts";
import { MeasuredServer } from "./measured.ts";
import { randomNumbers } from "./random.ts";
import { median, quantile, type Row } from "./table.ts";

const TASKS = 1_000_000;
const CALLS = 200;
/** Between two moves that are made meanwhile, in milliseconds. */
const WRITE_PAUSE = 50;
const LIMIT = 50;

/**
 * What calls take that look at all of a million tasks, one after the other, while tasks are moved.
 *
 * @param kept a database that is filled when it is empty, and stays; a folder of its own without
 */
export async function measureMillion(port: number, kept?: string): Promise<Row[]> {
  const where = kept ?? mkdtempSync(path.join(tmpdir(), "taskdeck-bench-"));
  try {
    if (!(await isFilled(where))) {
      await fillWithMany(where, TASKS, (done) => {
        if (done % 100_000 === 0) console.log(`${done} tasks…`);
      });
    }
    // An index that is missing takes longer to make than a server may take to start.
    await migrateDatabase(where);
    const place = isPostgres(where) ? { DATABASE_URL: where } : { DATA_DIR: where };
    const env = { PORT: String(port), LOGIN_RATE_LIMIT: "off", ...place };
    const server = await MeasuredServer.start("server/main.ts", env, "/healthz");
    try {
      return await measure(server);
    } finally {
      await server.end();
    }
  } finally {
    if (kept === undefined) rmSync(where, { recursive: true, force: true });
  }
}

async function isFilled(where: string): Promise<boolean> {
  const db = openDatabase(where);
  try {
    return (await db.introspection.getTables()).some(({ name }) => name === "tasks");
  } finally {
    await db.destroy();
  }
}

type Get = <T>(url: string) => Promise<T>;

async function measure(server: MeasuredServer): Promise<Row[]> {
  const headers = { authorization: `Bearer ${await signUp(server.url)}` };
  const get: Get = async <T>(url: string) => {
    const response = await fetch(server.url + url, { headers });
    if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const readAfter = await untilRead(get);
  const memory = (await server.memory()) / 2 ** 20;
  const calls = await kinds(get);
  const ids: string[] = [];
  for (let page = 1; page <= 10; page += 1) {
    const { tasks } = await get<TaskPageResponse>(`/api/tasks/search?page=${page * 1000}`);
    ids.push(...tasks.map(({ id }) => id));
  }
  const random = randomNumbers(3);
  const idOf = () => ids[Math.floor(random() * ids.length)] ?? "";
  const writer = writing(server.url, headers, ids);
  const rows: Row[] = [];
  try {
    for (const [what, url] of calls) rows.push(await timed(get, what, () => url(random)));
    rows.push(await timed(get, "a task", () => `/api/tasks/${idOf()}`));
    rows.push(await timed(get, "its comments", () => `/api/tasks/${idOf()}/comments`));
  } finally {
    rows.push(...(await writer.stop()));
  }
  return [
    ...rows,
    { what: "all tasks read, after the start", figure: `${readAfter.toFixed(1)} s`, target: "" },
    { what: "memory of the server", figure: `${memory.toFixed(0)} MB`, target: "" },
  ];
}

/** Waits until the server knows all tasks; returns for how long, in seconds. */
async function untilRead(get: Get): Promise<number> {
  const start = performance.now();
  for (;;) {
    const before = performance.now();
    await get("/api/tasks/search?page=10000");
    if (performance.now() - before < LIMIT) return (before - start) / 1000;
    await pause(200);
  }
}

type Random = () => number;

/** What is measured, and how an address of a call comes about. */
async function kinds(get: Get): Promise<[what: string, url: (random: Random) => string][]> {
  const { users } = await get<UsersResponse>("/api/users");
  const pick = <T>(random: Random, from: readonly T[]): T =>
    from[Math.floor(random() * from.length)] as T;
  const search = (query: Record<string, string | number>) =>
    `/api/tasks/search?${new URLSearchParams(
      Object.entries(query).map(([name, value]) => [name, String(value)]),
    )}`;
  const filters = (random: Random): Record<string, string> => ({
    ...(random() < 0.5 && { status: pick(random, TASK_STATUSES) }),
    ...(random() < 0.5 && { priority: pick(random, TASK_PRIORITIES) }),
    ...(random() < 0.3 && { assignee: pick(random, users).id }),
    ...(random() < 0.2 && { overdue: "true" }),
  });
  const totals = new Map<string, number>();
  /** Any page of a list; its total is asked for before. */
  const pages = async (query: Record<string, string>) => {
    const key = search(query);
    const { pagination } = await get<{ pagination: Pagination }>(key);
    totals.set(key, Math.max(1, Math.ceil(pagination.total / PAGE_SIZE)));
  };
  const sets = Array.from({ length: 40 }, () => filters(randomNumbers(Math.random() * 2 ** 31)));
  for (const set of sets) await pages(set);
  const anyPage = (random: Random, query: Record<string, string>) =>
    search({ ...query, page: 1 + Math.floor(random() * (totals.get(search(query)) ?? 1)) });
  const word = (random: Random, from: number, to: number) =>
    VOCABULARY[from + Math.floor(random() * (to - from))] ?? "";
  const letters = "abcdefghijklmnoprstuvwz".split("");
  const vowels = "aeiou".split("");
  return [
    ["list, any page", (random) => search({ page: 1 + Math.floor(random() * (TASKS / 50)) })],
    ["list, any filters, any page", (random) => anyPage(random, pick(random, sets))],
    ["search, rare word", (random) => search({ search: word(random, 5_000, VOCABULARY.length) })],
    ["search, word of middling rank", (random) => search({ search: word(random, 100, 5_000) })],
    ["search, common word", (random) => search({ search: word(random, 0, 100) })],
    [
      "search, any word, any filters",
      (random) =>
        search({
          search: word(random, 0, random() < 0.5 ? 100 : VOCABULARY.length),
          ...filters(random),
        }),
    ],
    [
      "search, two words",
      (random) => search({ search: `${word(random, 0, 1_000)} ${word(random, 0, 1_000)}` }),
    ],
    ["search, one letter", (random) => search({ search: pick(random, letters) })],
    [
      "search, two letters",
      (random) => search({ search: pick(random, letters) + pick(random, vowels) }),
    ],
    [
      "search, no match",
      (random) => search({ search: `xq${Math.floor(random() * 1e9).toString(36)}yx` }),
    ],
    ["dashboard, figures", () => "/api/dashboard/stats"],
    ["dashboard, overdue", () => "/api/tasks/overdue"],
  ];
}

async function timed(get: Get, what: string, url: () => string): Promise<Row> {
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
  if (process.env["BENCH_SLOWEST"]) console.log(what, slowest);
  return { what, figure: figureOf(times), target: `p99 ≤ ${LIMIT} ms` };
}

const figureOf = (times: readonly number[]) =>
  `p50 ${median(times).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`;

/** Moves one task after the other, until it is told to stop. */
function writing(url: string, headers: Record<string, string>, ids: readonly string[]) {
  const stopping = new AbortController();
  const times: number[] = [];
  const run = async () => {
    for (let count = 0; !stopping.signal.aborted; count += 1) {
      const start = performance.now();
      const status = TASK_STATUSES[Math.floor(count / ids.length + count) % TASK_STATUSES.length];
      const response = await fetch(`${url}/api/kanban/${ids[count % ids.length]}/status`, {
        method: "PATCH",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify({ status }),
      });
      if (!response.ok) throw new Error(`A move: ${response.status}`);
      await response.text();
      times.push(performance.now() - start);
      await pause(WRITE_PAUSE);
    }
  };
  const running = run();
  return {
    async stop(): Promise<Row[]> {
      stopping.abort();
      await running;
      return [{ what: "a move, meanwhile", figure: figureOf(times), target: "" }];
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
