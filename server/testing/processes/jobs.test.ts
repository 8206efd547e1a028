import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { JOB_ENDED } from "#contract/inbox.ts";
import type { ImportDetail } from "#contract/shapes/imports.ts";
import type { TaskRun, UserRun } from "#contract/shapes/run.ts";
import { openDatabase } from "#server/db/open.ts";
import type { JobKind } from "#server/db/schema/jobs.ts";
import { makePlace, type Place } from "#server/testing/place.ts";
import { callServer, killServers, register, serverOn } from "#server/testing/process.ts";
import { insertRows } from "#server/testing/rows.ts";
import { addTasks } from "#server/testing/taskRuns.ts";
import { until } from "#server/testing/until.ts";

/*
 * Long jobs of each kind, which work at the same time on one server. It is killed again and again, and the
 * last one ends them. The same with their undo.
 */

const DEEP = Boolean(process.env["TEST_DEEP"]);
/** The number of times that a server is killed during the jobs, and during their undo. */
const KILLS = DEEP ? 50 : 2;
/** Enough work for more than the time of the kills. */
const SIZE = DEEP ? 1_000 : 200;
const USERS = 2 * SIZE;
const ROWS = 6 * SIZE;
const TIMEOUT_MS = 900_000;

/** The jobs that change tasks: how many, and what happens to each. */
const TASK_JOBS = {
  handOver: { count: 5 * SIZE, history: "task.changed,task.changed", version: 3 },
  change: { count: 3 * SIZE, history: "task.changed,task.changed", version: 3 },
  deletion: { count: 2 * SIZE, history: "task.deleted,task.restored", version: 2 },
};
type TaskJob = keyof typeof TASK_JOBS;
const TASK_JOB_NAMES = Object.keys(TASK_JOBS) as TaskJob[];

/** A job as the API shows it. */
type Job = UserRun | TaskRun | ImportDetail;
type JobName = "users" | "file" | TaskJob;

let place: Place;
let token: string;
/** The addresses of the jobs. */
let paths: Record<JobName, string>;
/** The jobs' states after their end. */
let ended: Record<JobName, Job>;
/** Who owned the tasks that were handed over, and who gets tasks. */
let people: { leaver: string; heir: string; assignee: string };
let tasks: Record<TaskJob, string[]>;
/** The number of jobs that a killed server has left. */
let interrupted = 0;

/** Ends the leases of killed servers, for which others would wait 15 s. Returns the number of their jobs. */
async function endLeases(): Promise<number> {
  await using db = openDatabase(place.where);
  const running = db.updateTable("jobs").where("state", "=", "running");
  const free = running.set({ lease_owner: null, lease_until: null }).returning("id");
  return (await free.execute()).length;
}

async function addMembers(count: number): Promise<string[]> {
  await using db = openDatabase(place.where);
  const ada = await db.selectFrom("users").selectAll().executeTakeFirstOrThrow();
  const members = Array.from({ length: count }, () => {
    const id = crypto.randomUUID();
    const email = `${id}@example.com`;
    return { ...ada, id, email, email_key: email, role: "member" as const };
  });
  await insertRows(db, "users", members);
  return members.map(({ id }) => id);
}

/** Adds the tasks of a job. */
async function addOpenTasks(job: TaskJob, assignee_id: string | null): Promise<string[]> {
  await using db = openDatabase(place.where);
  const { count } = TASK_JOBS[job];
  return await addTasks({ db, clock: { time: new Date() } }, count, { assignee_id });
}

async function upload(base: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "text/csv" };
  const body = `Title\n${Array.from({ length: ROWS }, (_none, row) => `Task ${row}`).join("\n")}\n`;
  const uploaded = await fetch(`${base}/api/imports`, { method: "POST", headers, body });
  return `/api/imports/${((await uploaded.json()) as { import: ImportDetail }).import.id}`;
}

async function read(url: string): Promise<Job> {
  const body = (await callServer(url, { token })).body as { run?: Job; import?: Job };
  const job = body.run ?? body.import;
  if (!job) throw new Error(`No job at ${url}`);
  return job;
}

/** Sends requests whose responses the server's end may prevent, and waits until their jobs have begun. */
async function begin(kinds: JobKind[], requests: [url: string, body: object][]): Promise<void> {
  for (const [url, body] of requests) {
    callServer(url, { token, body }).catch(() => undefined);
  }
  await using db = openDatabase(place.where);
  const begun = db.selectFrom("jobs").select("id").where("kind", "in", kinds);
  await until(async () => (await begun.execute()).length === requests.length);
}

/** The addresses of the jobs that have begun. */
async function pathsOf(file: string): Promise<typeof paths> {
  await using db = openDatabase(place.where);
  const runs = await db.selectFrom("runs").selectAll().execute();
  const path = (wanted: string) => {
    const run = runs.find(({ details }) => details.includes(`"action":"${wanted}"`));
    return `/api/${run?.kind}-runs/${run?.id}`;
  };
  return {
    users: path("deactivate"),
    file,
    handOver: path("hand_over"),
    change: path("change"),
    deletion: path("delete"),
  };
}

/** Kills servers while they work, and lets a last one end the jobs. Returns its address. */
async function killUntil(state: string): Promise<string> {
  let base = "";
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await killServers();
    interrupted += await endLeases();
    ({ base } = await serverOn(place.env));
    if (kill < KILLS) await pause(Math.random() * 150);
  }
  for (const path of Object.values(paths)) {
    while ((await read(base + path)).state !== state) await pause(50);
  }
  return base;
}

async function beginAll(base: string): Promise<void> {
  const users = await addMembers(USERS);
  const [leaver = "", heir = "", assignee = ""] = await addMembers(3);
  people = { leaver, heir, assignee };
  tasks = {
    handOver: await addOpenTasks("handOver", leaver),
    change: await addOpenTasks("change", null),
    deletion: await addOpenTasks("deletion", null),
  };
  const file = await upload(base);
  const runs = "/api/task-runs";
  const ofUsers = { action: "deactivate", user_ids: users.join(), confirm_count: USERS };
  const change = { action: "change", task_ids: tasks.change.join(), assignee_id: assignee };
  const deletion = { action: "delete", task_ids: tasks.deletion.join() };
  const requests: [string, object][] = [
    ["/api/user-runs", ofUsers],
    [`/api/users/${leaver}/hand-over`, { to: heir }],
    [runs, change],
    [runs, deletion],
    [`${file}/run`, { dry: false }],
  ];
  await begin(
    ["user_run", "task_run", "import"],
    requests.map(([path, body]) => [base + path, body]),
  );
  paths = await pathsOf(file);
}

beforeAll(async () => {
  place = await makePlace({ hasTables: true });
  const { base } = await serverOn(place.env);
  token = (await register(base, "admin")).accessToken;
  await beginAll(base);
  const last = await killUntil("done");
  const jobs = Object.entries(paths).map(async ([name, path]) => [name, await read(last + path)]);
  ended = Object.fromEntries(await Promise.all(jobs)) as typeof ended;
  await begin(
    ["user_run_undo", "task_run_undo", "import_undo"],
    Object.values(paths).map((path) => [`${last}${path}/undo`, {}]),
  );
  await killUntil("undone");
  // At least one kill must have found the jobs under way, and one their undo.
  expect(interrupted).toBeGreaterThan(5);
}, TIMEOUT_MS);

afterAll(async () => {
  await killServers();
  await place.drop();
});

const killed = `with the server killed ${KILLS} times under each`;

test(`a bulk action and its undo change each user once, ${killed}`, async () => {
  expect(ended.users.counts).toMatchObject({ done: USERS, unchanged: 0 });
  await using db = openDatabase(place.where);
  const items = db
    .selectFrom("run_items")
    .innerJoin("runs", "runs.id", "run_id")
    .where("kind", "=", "user")
    .select("result")
    .distinct();
  expect(await items.execute()).toEqual([{ result: "undone" }]);
  const inactive = db.selectFrom("users").select("id").where("is_active", "=", 0);
  expect(await inactive.execute()).toEqual([]);
});

test(`an import and its undo handle each row once, ${killed}`, async () => {
  expect(ended.file.counts).toMatchObject({ imported: ROWS, present: 0 });
  await using db = openDatabase(place.where);
  const others = new Set(Object.values(tasks).flat());
  const rows = await db.selectFrom("tasks").select("id").execute();
  expect(rows.filter(({ id }) => !others.has(id))).toEqual([]);
});

test.each(TASK_JOB_NAMES)(`a %s of tasks and its undo change each once, ${killed}`, async (job) => {
  const { count, history, version } = TASK_JOBS[job];
  expect(ended[job]).toMatchObject({ total: count, counts: { done: count } });
  await using db = openDatabase(place.where);
  const isIn = new Set(tasks[job]);
  const rows = await db
    .selectFrom("changes")
    .select(["subject_id", "kind"])
    .where("subject_kind", "=", "task")
    .orderBy("number")
    .execute();
  const changes = rows.filter(({ subject_id }) => isIn.has(subject_id));
  const each = Map.groupBy(changes, ({ subject_id }) => subject_id);
  expect(each.size).toBe(count);
  const histories = Array.from(each.values(), (of) => of.map(({ kind }) => kind).join());
  expect(new Set(histories)).toEqual(new Set([history]));
  const stored = await db.selectFrom("tasks").select(["id", "version", "assignee_id"]).execute();
  const assignee_id = job === "handOver" ? people.leaver : null;
  const wrong = stored.filter(
    (task) => isIn.has(task.id) && (task.version !== version || task.assignee_id !== assignee_id),
  );
  expect(wrong).toEqual([]);
  expect(stored.filter(({ id }) => isIn.has(id))).toHaveLength(count);
});

test.each([
  ["heir", "handOver"],
  ["assignee", "change"],
] as const)(`the inbox of the %s has one item for the %s, ${killed}`, async (who, job) => {
  await using db = openDatabase(place.where);
  const items = db
    .selectFrom("notifications")
    .select("handed_over")
    .where("user_id", "=", people[who])
    // The end of a job of ten seconds, which depends on the machine.
    .where("kind", "!=", JOB_ENDED);
  expect(await items.execute()).toEqual([{ handed_over: TASK_JOBS[job].count }]);
});

test(`the audit log has one entry for each job and for each undo, ${killed}`, async () => {
  await using db = openDatabase(place.where);
  const entries = await db
    .selectFrom("changes")
    .select(["kind", "details"])
    .where("audited", "=", 1)
    .where("kind", "!=", "user.registered")
    .execute();
  const counted = entries.map(
    ({ kind, details }) => `${kind} ${(JSON.parse(details) as { count: number }).count}`,
  );
  const both = ({ count }: { count: number }) => [
    `tasks.run_ended ${count}`,
    `tasks.run_undone ${count}`,
  ];
  expect(counted.toSorted()).toEqual(
    [
      `users.run_ended ${USERS}`,
      `users.run_undone ${USERS}`,
      `tasks.imported ${ROWS}`,
      `tasks.import_undone ${ROWS}`,
      ...Object.values(TASK_JOBS).flatMap(both),
    ].toSorted(),
  );
});
