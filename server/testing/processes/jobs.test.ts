import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ImportDetail } from "#contract/imports.ts";
import { JOB_ENDED } from "#contract/inbox.ts";
import type { TaskRun } from "#contract/taskRun.ts";
import type { UserRun } from "#contract/userRun.ts";
import { openDatabase } from "#server/db/open.ts";
import { makePlace, type Place } from "#server/testing/place.ts";
import { callServer, killServers, register, serverOn } from "#server/testing/process.ts";
import { addTasks } from "#server/testing/taskRuns.ts";

/*
 * Long jobs of each kind, which work at the same time on one server. It is killed again and again, and the
 * last one ends them. The same with their undo.
 */

const DEEP = Boolean(process.env["TEST_DEEP"]);
/** The number of times that a server is killed during the jobs, and during their undo. */
const KILLS = DEEP ? 50 : 3;
/** Enough work for more than the time of the kills. */
const SIZE = DEEP ? 1_000 : 300;
const USERS = 2 * SIZE;
const ROWS = 6 * SIZE;
const HANDED_OVER = 5 * SIZE;
const CHANGED = 3 * SIZE;
const DELETED = 2 * SIZE;
const TIMEOUT_MS = 900_000;

/** A job as the API shows it. */
type Job = UserRun | TaskRun | ImportDetail;

interface Jobs {
  run: UserRun;
  file: ImportDetail;
  handOver: TaskRun;
  change: TaskRun;
  deletion: TaskRun;
}

let place: Place;
let token: string;
/** The jobs' states after their end. */
let ended: Jobs;
/** Who owned the tasks that were handed over, and who gets tasks. */
let people: { leaver: string; heir: string; assignee: string };
/** The tasks of three jobs. */
let tasks: Record<"handOver" | "change" | "deletion", string[]>;

/** Ends the leases of killed servers, for which others would wait 15 s. */
async function endLeases(): Promise<void> {
  await using db = openDatabase(place.where);
  await db.updateTable("jobs").set({ lease_owner: null, lease_until: null }).execute();
}

async function addMembers(count: number): Promise<string[]> {
  await using db = openDatabase(place.where);
  const ada = await db.selectFrom("users").selectAll().executeTakeFirstOrThrow();
  const members = Array.from({ length: count }, () => {
    const id = crypto.randomUUID();
    const email = `${id}@example.com`;
    return { ...ada, id, email, email_key: email, role: "member" as const };
  });
  for (let first = 0; first < count; first += 500) {
    await db
      .insertInto("users")
      .values(members.slice(first, first + 500))
      .execute();
  }
  return members.map(({ id }) => id);
}

/** Adds open tasks without anybody's help. */
async function addOpenTasks(count: number, assignee_id: string | null): Promise<string[]> {
  await using db = openDatabase(place.where);
  return await addTasks({ db, clock: { time: new Date() } }, count, {
    assignee_id,
  });
}

async function post<T extends Job>(url: string, body: object): Promise<T> {
  const answer = (await callServer(url, { token, body })).body as { run: T };
  return answer.run;
}

async function upload(base: string): Promise<ImportDetail> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "text/csv" };
  const body = `Title\n${Array.from({ length: ROWS }, (_none, row) => `Task ${row}`).join("\n")}\n`;
  const uploaded = await fetch(`${base}/api/imports`, { method: "POST", headers, body });
  return ((await uploaded.json()) as { import: ImportDetail }).import;
}

/** The addresses of the jobs. */
const pathsOf = ({ run, file, handOver, change, deletion }: Jobs): string[] => [
  `/api/user-runs/${run.id}`,
  `/api/imports/${file.id}`,
  ...[handOver, change, deletion].map(({ id }) => `/api/task-runs/${id}`),
];

async function read(url: string): Promise<Job> {
  const body = (await callServer(url, { token })).body as { run?: Job; import?: Job };
  const job = body.run ?? body.import;
  if (!job) throw new Error(`No job at ${url}`);
  return job;
}

/** Sends a request whose response the server's end may prevent, and waits for the job's next state. */
async function begin(url: string, call: string, body: object): Promise<void> {
  const { state } = await read(url);
  void callServer(url + call, { token, body }).catch(() => undefined);
  while ((await read(url)).state === state) await pause(5);
}

/** Lets a server begin jobs, kills it and others while they work, and lets a last one end the jobs. */
async function killUnder(
  state: string,
  base: string,
  beginAt: (base: string) => Promise<Jobs>,
): Promise<{ base: string; jobs: Jobs }> {
  const begun = await beginAt(base);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await killServers();
    await endLeases();
    ({ base } = await serverOn(place.env));
    if (kill < KILLS) await pause(Math.random() * 150);
  }
  const last = [];
  for (const path of pathsOf(begun)) {
    let job: Job;
    while ((job = await read(base + path)).state !== state) await pause(50);
    last.push(job);
  }
  const [run, file, handOver, change, deletion] = last;
  return { base, jobs: { run, file, handOver, change, deletion } as Jobs };
}

async function beginAll(base: string): Promise<Jobs> {
  const users = await addMembers(USERS);
  const [leaver = "", heir = "", assignee = ""] = await addMembers(3);
  people = { leaver, heir, assignee };
  const [handOver, change, deletion] = [
    await addOpenTasks(HANDED_OVER, leaver),
    await addOpenTasks(CHANGED, null),
    await addOpenTasks(DELETED, null),
  ];
  tasks = { handOver, change, deletion };
  const file = await upload(base);
  const runs = Promise.all([
    post<UserRun>(`${base}/api/user-runs`, {
      action: "deactivate",
      user_ids: users.join(),
      confirm_count: USERS,
    }),
    post<TaskRun>(`${base}/api/users/${leaver}/hand-over`, { to: heir }),
    post<TaskRun>(`${base}/api/task-runs`, {
      action: "change",
      task_ids: change.join(),
      assignee_id: assignee,
    }),
    post<TaskRun>(`${base}/api/task-runs`, { action: "delete", task_ids: deletion.join() }),
  ]);
  await begin(`${base}/api/imports/${file.id}`, "/run", { dry: false });
  const [run, handedOver, changed, deleted] = await runs;
  return { run, file, handOver: handedOver, change: changed, deletion: deleted };
}

beforeAll(async () => {
  place = await makePlace({ hasTables: true });
  const { base } = await serverOn(place.env);
  token = (await register(base, "admin")).accessToken;
  const done = await killUnder("done", base, beginAll);
  ended = done.jobs;
  await killUnder("undone", done.base, async (at) => {
    await Promise.all(pathsOf(ended).map((path) => begin(at + path, "/undo", {})));
    return ended;
  });
}, TIMEOUT_MS);

afterAll(async () => {
  await killServers();
  await place.drop();
});

/** How often each task of a job has changed, in order, and how the tasks are now. */
async function changesOf(ids: readonly string[]) {
  await using db = openDatabase(place.where);
  const isIn = new Set(ids);
  const changes = await db
    .selectFrom("changes")
    .select(["subject_id", "kind"])
    .where("subject_kind", "=", "task")
    .orderBy("number")
    .execute();
  const each = Map.groupBy(
    changes.filter(({ subject_id }) => isIn.has(subject_id)),
    ({ subject_id }) => subject_id,
  );
  const rows = await db.selectFrom("tasks").select(["id", "version", "assignee_id"]).execute();
  const states = rows
    .filter(({ id }) => isIn.has(id))
    .map(({ version, assignee_id }) => JSON.stringify({ version, assignee_id }));
  return {
    changed: each.size,
    histories: new Set(Array.from(each.values(), (of) => of.map(({ kind }) => kind).join())),
    present: states.length,
    states: new Set(states),
  };
}

/** The bulk items in a user's inbox. */
async function inboxOf(user: string) {
  await using db = openDatabase(place.where);
  const items = db.selectFrom("notifications").select("handed_over").where("user_id", "=", user);
  // The end of a job of ten seconds, which depends on the machine.
  return await items.where("kind", "!=", JOB_ENDED).execute();
}

const killed = `with the server killed ${KILLS} times under each`;

test(`a bulk action and its undo change each user once, ${killed}`, async () => {
  expect(ended.run.counts).toMatchObject({ done: USERS, unchanged: 0 });
  await using db = openDatabase(place.where);
  const items = db.selectFrom("user_run_items").select("result").distinct();
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

test(`a hand-over and its undo change each task once, ${killed}`, async () => {
  expect(ended.handOver).toMatchObject({ total: HANDED_OVER, counts: { done: HANDED_OVER } });
  expect(await changesOf(tasks.handOver)).toEqual({
    changed: HANDED_OVER,
    histories: new Set(["task.changed,task.changed"]),
    present: HANDED_OVER,
    states: new Set([JSON.stringify({ version: 3, assignee_id: people.leaver })]),
  });
  expect(await inboxOf(people.heir)).toEqual([{ handed_over: HANDED_OVER }]);
});

test(`a change of many tasks and its undo change each once, ${killed}`, async () => {
  expect(ended.change).toMatchObject({ total: CHANGED, counts: { done: CHANGED } });
  expect(await changesOf(tasks.change)).toEqual({
    changed: CHANGED,
    histories: new Set(["task.changed,task.changed"]),
    present: CHANGED,
    states: new Set([JSON.stringify({ version: 3, assignee_id: null })]),
  });
  expect(await inboxOf(people.assignee)).toEqual([{ handed_over: CHANGED }]);
});

test(`a deletion of many tasks and its undo handle each once, ${killed}`, async () => {
  expect(ended.deletion).toMatchObject({ total: DELETED, counts: { done: DELETED } });
  expect(await changesOf(tasks.deletion)).toEqual({
    changed: DELETED,
    histories: new Set(["task.deleted,task.restored"]),
    present: DELETED,
    states: new Set([JSON.stringify({ version: 2, assignee_id: null })]),
  });
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
  const both = (count: number) => [`tasks.run_ended ${count}`, `tasks.run_undone ${count}`];
  expect(counted.toSorted()).toEqual(
    [
      `users.run_ended ${USERS}`,
      `users.run_undone ${USERS}`,
      `tasks.imported ${ROWS}`,
      `tasks.import_undone ${ROWS}`,
      ...[HANDED_OVER, CHANGED, DELETED].flatMap(both),
    ].toSorted(),
  );
});
