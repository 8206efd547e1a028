import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { HandOverResponse } from "#contract/handOver.ts";
import type { ImportDetail } from "#contract/imports.ts";
import { JOB_ENDED } from "#contract/inbox.ts";
import type { TaskRunResponse } from "#contract/taskRun.ts";
import type { UserRun } from "#contract/userRun.ts";
import { openDatabase } from "#server/db/open.ts";
import { makePlace, type Place } from "#server/testing/place.ts";
import {
  callServer,
  killServers,
  type ReadyServer,
  register,
  serverOn,
} from "#server/testing/process.ts";
import { addTasks } from "#server/testing/taskRuns.ts";

/** The number of times that the server is killed under each job. */
const ROUNDS = process.env["TEST_DEEP"] ? 50 : 2;
const TIMEOUT_MS = 900_000;

let place: Place;

beforeEach(async () => {
  place = await makePlace();
});
afterEach(async () => {
  await killServers();
  await place.drop();
});

/** Ends the leases of killed servers, for which others would wait 15 s. */
async function endLeases(): Promise<void> {
  await using db = openDatabase(place.where);
  await db.updateTable("jobs").set({ lease_owner: null, lease_until: null }).execute();
}

/** Kills servers again and again while they work, and lets a last one end the work. */
async function killUnder(isEnded: (base: string) => Promise<boolean>): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { child, exit } = await serverOn(place.env);
    await pause(Math.random() * 150);
    child.kill("SIGKILL");
    await exit;
    await endLeases();
  }
  const { base, child, exit } = await serverOn(place.env);
  while (!(await isEnded(base))) await pause(50);
  child.kill("SIGTERM");
  expect(await exit).toEqual([0, null]);
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

test(
  `a bulk action and its undo change each user once, with the server killed ${ROUNDS} times under each`,
  async () => {
    const users = 2_000;
    const server = await serverOn(place.env);
    const { accessToken: token } = await register(server.base, "admin");
    const user_ids = (await addMembers(users)).join();
    const body = { action: "deactivate", user_ids, confirm_count: users };
    const started = await callServer(`${server.base}/api/user-runs`, { token, body });
    expect(started).toMatchObject({ status: 201 });
    const { id } = (started.body as { run: UserRun }).run;
    server.child.kill("SIGKILL");
    await server.exit;
    await endLeases();
    const read = async (base: string) =>
      ((await callServer(`${base}/api/user-runs/${id}`, { token })).body as { run: UserRun }).run;

    await killUnder(async (base) => (await read(base)).state === "done");
    const undoing = await serverOn(place.env);
    expect((await read(undoing.base)).counts).toMatchObject({ done: users, unchanged: 0 });
    await callServer(`${undoing.base}/api/user-runs/${id}/undo`, { token, body: {} });
    undoing.child.kill("SIGKILL");
    await undoing.exit;
    await endLeases();
    await killUnder(async (base) => (await read(base)).state === "undone");

    await using db = openDatabase(place.where);
    const items = db.selectFrom("user_run_items").select("result").distinct();
    expect(await items.execute()).toEqual([{ result: "undone" }]);
    const inactive = db.selectFrom("users").select("id").where("is_active", "=", 0);
    expect(await inactive.execute()).toEqual([]);
    const entries = await db
      .selectFrom("changes")
      .select(["kind", "details"])
      .where("audited", "=", 1)
      .where("kind", "in", ["users.run_ended", "users.run_undone", "user.deactivated"])
      .orderBy("kind")
      .execute();
    const details = JSON.stringify({ run: "deactivate", count: users });
    expect(entries).toEqual([
      { kind: "users.run_ended", details },
      { kind: "users.run_undone", details },
    ]);
  },
  TIMEOUT_MS,
);

test(
  `an import and its undo handle each row once, with the server killed ${ROUNDS} times under each`,
  async () => {
    const rows = 6_000;
    const server = await serverOn(place.env);
    const { accessToken: token } = await register(server.base, "admin");
    const headers = { authorization: `Bearer ${token}`, "content-type": "text/csv" };
    const body = `Title\n${Array.from({ length: rows }, (_none, row) => `Task ${row}`).join("\n")}\n`;
    const uploaded = await fetch(`${server.base}/api/imports`, { method: "POST", headers, body });
    const { id } = ((await uploaded.json()) as { import: ImportDetail }).import;
    const url = (base: string, call = "") => `${base}/api/imports/${id}${call}`;
    const read = async (base: string) =>
      ((await callServer(url(base), { token })).body as { import: ImportDetail }).import;
    /** Sends a request whose response the server's end prevents. */
    const begin = async (base: string, call: string, begun: object) => {
      void callServer(url(base, call), { token, body: begun }).catch(() => undefined);
      while (!(await read(base)).isBusy) await pause(5);
    };

    await begin(server.base, "/run", { dry: false });
    server.child.kill("SIGKILL");
    await server.exit;
    await endLeases();
    await killUnder(async (base) => (await read(base)).state === "done");
    const undoing = await serverOn(place.env);
    expect((await read(undoing.base)).counts).toMatchObject({ imported: rows, present: 0 });
    await begin(undoing.base, "/undo", {});
    undoing.child.kill("SIGKILL");
    await undoing.exit;
    await endLeases();
    await killUnder(async (base) => (await read(base)).state === "undone");
    await using db = openDatabase(place.where);
    expect(await db.selectFrom("tasks").select("id").execute()).toEqual([]);
    const details = JSON.stringify({ from: "", count: rows });
    const entries = await db
      .selectFrom("changes")
      .select(["kind", "details"])
      .where("audited", "=", 1)
      .where("kind", "in", ["tasks.imported", "tasks.import_undone"])
      .orderBy("kind")
      .execute();
    expect(entries).toEqual([
      { kind: "tasks.import_undone", details },
      { kind: "tasks.imported", details },
    ]);
  },
  TIMEOUT_MS,
);

/** Adds tasks without anybody's help. Returns their ids. */
async function addOpenTasks(count: number, assignee_id: string | null): Promise<string[]> {
  await using db = openDatabase(place.where);
  return await addTasks({ db, clock: { time: new Date(), advance: () => undefined } }, count, {
    assignee_id,
  });
}

/** How often each task has changed, in order, and what the audit log tells of bulk actions on tasks. */
async function readTaskChanges() {
  await using db = openDatabase(place.where);
  const changes = await db.selectFrom("changes").selectAll().orderBy("number").execute();
  const ofTasks = changes.filter(({ subject_kind }) => subject_kind === "task");
  const each = Map.groupBy(ofTasks, ({ subject_id }) => subject_id);
  return {
    histories: new Set(Array.from(each.values(), (rows) => rows.map(({ kind }) => kind).join())),
    entries: changes
      .filter(({ kind }) => kind.startsWith("tasks.run_"))
      .map(({ kind, details }) => [kind, (JSON.parse(details) as { count: number }).count]),
    versions: await db.selectFrom("tasks").select(["version", "assignee_id"]).distinct().execute(),
    notified: await db
      .selectFrom("notifications")
      .select("handed_over")
      .where("handed_over", "is not", null)
      // The end of a job of ten seconds, which depends on the machine.
      .where("kind", "!=", JOB_ENDED)
      .execute(),
  };
}

test(
  `a hand-over and its undo change each task once, with the server killed ${ROUNDS} times under each`,
  async () => {
    const tasks = 6_000;
    const server = await serverOn(place.env);
    const { accessToken: token } = await register(server.base, "admin");
    const [leaver = "", heir = ""] = await addMembers(2);
    await addOpenTasks(tasks, leaver);
    const url = `${server.base}/api/users/${leaver}/hand-over`;
    const started = await callServer(url, { token, body: { to: heir } });
    const { run } = started.body as HandOverResponse;
    expect(run).toMatchObject({ state: "running", total: tasks });
    await killUnderBoth(server, run.id, token);

    const changed = await readTaskChanges();
    expect(changed).toEqual({
      histories: new Set(["task.changed,task.changed"]),
      entries: [
        ["tasks.run_ended", tasks],
        ["tasks.run_undone", tasks],
      ],
      versions: [{ version: 3, assignee_id: leaver }],
      notified: [{ handed_over: tasks }],
    });
  },
  TIMEOUT_MS,
);

test(
  `a change of many tasks and its undo change each once, with the server killed ${ROUNDS} times under each`,
  async () => {
    const tasks = 3_000;
    const server = await serverOn(place.env);
    const { accessToken: token } = await register(server.base, "admin");
    const [heir = ""] = await addMembers(1);
    const task_ids = (await addOpenTasks(tasks, null)).join();
    const body = { action: "change", task_ids, assignee_id: heir };
    const started = await callServer(`${server.base}/api/task-runs`, { token, body });
    expect(started).toMatchObject({ status: 201, body: { run: { state: "running" } } });
    await killUnderBoth(server, (started.body as TaskRunResponse).run.id, token);

    expect(await readTaskChanges()).toEqual({
      histories: new Set(["task.changed,task.changed"]),
      entries: [
        ["tasks.run_ended", tasks],
        ["tasks.run_undone", tasks],
      ],
      versions: [{ version: 3, assignee_id: null }],
      notified: [{ handed_over: tasks }],
    });
  },
  TIMEOUT_MS,
);

test(
  `a deletion of many tasks and its undo, with the server killed ${ROUNDS} times under each`,
  async () => {
    const tasks = 2_000;
    const server = await serverOn(place.env);
    const { accessToken: token } = await register(server.base, "admin");
    const task_ids = (await addOpenTasks(tasks, null)).join();
    const body = { action: "delete", task_ids };
    const started = await callServer(`${server.base}/api/task-runs`, { token, body });
    await killUnderBoth(server, (started.body as TaskRunResponse).run.id, token);
    const { histories, entries, versions } = await readTaskChanges();
    expect([histories, entries]).toEqual([
      new Set(["task.deleted,task.restored"]),
      [
        ["tasks.run_ended", tasks],
        ["tasks.run_undone", tasks],
      ],
    ]);
    expect(versions).toEqual([{ version: 2, assignee_id: null }]);
  },
  TIMEOUT_MS,
);

/** Kills servers under a bulk action on tasks that has begun, and under its undo. */
async function killUnderBoth(server: ReadyServer, id: string, token: string): Promise<void> {
  const read = async (base: string) =>
    ((await callServer(`${base}/api/task-runs/${id}`, { token })).body as TaskRunResponse).run;
  server.child.kill("SIGKILL");
  await server.exit;
  await endLeases();
  await killUnder(async (base) => (await read(base)).state === "done");
  const undoing = await serverOn(place.env);
  const { counts, total } = await read(undoing.base);
  expect(counts).toMatchObject({ done: total });
  await callServer(`${undoing.base}/api/task-runs/${id}/undo`, { token, body: {} });
  undoing.child.kill("SIGKILL");
  await undoing.exit;
  await endLeases();
  await killUnder(async (base) => (await read(base)).state === "undone");
}
