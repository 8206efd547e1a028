import { describe, expect, test } from "@jest/globals";
import { type Change, EVENT_ID_HEADER } from "#contract/events.ts";
import type { TaskRun, TaskRunItemsResponse, TaskRunsResponse } from "#contract/shapes/run.ts";
import { transaction } from "#server/db/transaction.ts";
import { beginJob } from "#server/jobs/queries.ts";
import { actionOf, auditOf } from "#server/testing/audit.ts";
import { createTeam } from "#server/testing/create.ts";
import { openReader, type Reader } from "#server/testing/eventReader.ts";
import { inboxOf, linesOf } from "#server/testing/inbox.ts";
import { REUSED, sendWith } from "#server/testing/repeats.ts";
import { deleteAllOld } from "#server/testing/retention.ts";
import { type TestUser } from "#server/testing/server.ts";
import { change, taskRunServer } from "#server/testing/taskRunServer.ts";
import { addTasks, runEnd, runIn } from "#server/testing/taskRuns.ts";
import { until } from "#server/testing/until.ts";

const { server, admin, member, send, run, undo, tasks } = taskRunServer();

const counts = (some: Partial<TaskRun["counts"]>): unknown => expect.objectContaining(some);
const audited = async () => (await auditOf(admin)).map(actionOf);

describe("a change of many tasks", () => {
  test("changes each once, tells of those that it can't, and is one entry of the audit log", async () => {
    const ids = await addTasks(server, 120);
    const [done] = await addTasks(server, 1, { status: "Done" });
    const end = await run([...ids, done ?? "", "none", ids[0] ?? ""], change({ status: "Done" }));
    expect(end).toMatchObject({ state: "done", total: 122, created_by: { name: "Max" } });
    expect(end.counts).toEqual(counts({ done: 120, unchanged: 1, refused: 1, waiting: 0 }));
    expect(new Set((await tasks()).map(({ status, version }) => `${status} ${version}`))).toEqual(
      new Set(["Done 2", "Done 1"]),
    );
    const { body } = await member.call("GET", `/api/task-runs/${end.id}/items?result=refused`);
    expect((body as TaskRunItemsResponse).items).toEqual([
      {
        position: 122,
        task: { id: "none", title: "" },
        result: "refused",
        reason: "Task not found",
      },
    ]);
    const csv = await member.call("GET", `/api/task-runs/${end.id}/items.csv`);
    const lines = String(csv.body).trim().split("\r\n");
    expect(lines).toHaveLength(123);
    expect(lines[1]).toMatch(/^1,Task 0,Done,,[-\w]+$/);
    expect(await audited()).toEqual([
      { action: "tasks.run_ended", actor: "Max", details: { tasks: "change", count: 120 } },
    ]);
    // Its maker has looked on.
    expect(await linesOf(member)).toEqual([]);
  });

  test("that takes long is one item in the inbox of its maker, with its numbers, and so is its undo", async () => {
    const ids = await addTasks(server, 200);
    const slowly = async (begin: () => Promise<{ body: unknown }>) => {
      const begun = runIn(await begin());
      server.clock.advance(15_000);
      return await runEnd(member, begun);
    };
    const end = await slowly(() => send([...ids, "none"], change({ status: "Done" })));
    expect(end.counts).toEqual(counts({ done: 200, refused: 1 }));
    expect(await linesOf(member)).toEqual(["*- job_ended 200 tasks"]);
    expect((await inboxOf(member)).items).toMatchObject([
      { id: `task_run:${end.id}`, job: "task_run", task: null, read: false },
    ]);
    await slowly(() => undo(end));
    expect(await linesOf(member)).toEqual(["*- job_ended 200 tasks", "*- job_ended 200 tasks"]);
    await member.call("POST", "/api/inbox/read", { ids: `task_run:${end.id}` });
    expect((await inboxOf(member)).unread).toBe(1);
    expect(await linesOf(admin)).toEqual([]);
  });

  test("sends one event at its end, after which boards are read again", async () => {
    const ids = await addTasks(server, 3);
    const board = await member.call("GET", "/api/kanban/board");
    const since = String(board.headers[EVENT_ID_HEADER]);
    const { id } = await run(ids, change({ priority: "High" }));
    const committed = (await server.deps.events.committedSince(since)) ?? [];
    expect(committed.map(({ change: event }) => event)).toEqual([
      { type: "taskRun", id, change: "finished", by: null },
    ]);
    const later = await member.call("GET", `/api/kanban/changes?since=${since}`);
    expect(later.body).toEqual({ reset: true });
  });

  test("that takes several steps tells its maker's streams of its start, and so does its undo", async () => {
    const mine = await openReader(server, member);
    const others = await openReader(server, admin);
    const starts = (reader: Reader) =>
      (reader.changes() as Change[]).filter(
        (it) => it.type === "taskRun" && it.change === "started",
      );
    const ended = (reader: Reader, count: number) =>
      until(() => {
        const runs = (reader.changes() as Change[]).filter(({ type }) => type === "taskRun");
        return runs.filter((it) => it.change !== "started").length === count;
      });
    await run(await addTasks(server, 1), change({ status: "Done" }));
    const long = await run(await addTasks(server, 60), change({ status: "Done" }));
    await ended(mine, 2);
    const started = { type: "taskRun", id: member.user.id, change: "started", by: null };
    expect(starts(mine)).toEqual([started]);
    server.clock.advance(1_000);
    await undo(long);
    await runEnd(member, long);
    await Promise.all([ended(mine, 3), ended(others, 3)]);
    expect(starts(mine)).toEqual([started, started]);
    expect(starts(others)).toEqual([]);
    mine.close();
    others.close();
  });

  test("that is repeated is the same one, also if its assignee was renamed or deactivated since", async () => {
    const ids = await addTasks(server, 1);
    const eve = await server.as("member", { name: "Eve" });
    const payload = { action: "change", task_ids: ids.join(), assignee_id: eve.user.id };
    const repeat = async (body: object = payload) =>
      await sendWith(member, "a-key-of-one-request")(server.app, {
        url: "/api/task-runs",
        payload: body,
      });
    const first = await repeat();
    expect(first).toMatchObject([201, { run: { counts: { done: 1 } } }]);
    await eve.call("PUT", "/api/profile", { name: "Eva", email: eve.user.email });
    await admin.call("PUT", `/api/users/${eve.user.id}`, { is_active: false });
    expect(await repeat()).toEqual(first);
    expect(await repeat({ ...payload, assignee_id: null })).toEqual([422, REUSED]);
  });

  test("to an unknown assignee, or by a member to a team, is refused at once", async () => {
    const ids = await addTasks(server, 1);
    const unknown = [{ param: "assignee_id", msg: "Assignee does not exist" }];
    expect(await send(ids, change({ assignee_id: "nobody" }))).toMatchObject({
      status: 400,
      body: { errors: unknown },
    });
    expect((await send(ids, change({ team_id: null }))).status).toBe(403);
    expect(await tasks()).toMatchObject([{ version: 1 }]);
  });

  test("of teams stops if its maker is no admin any more", async () => {
    const other = await server.as("admin", { name: "Eve" });
    const { id: team_id } = await createTeam(admin, "Crew");
    const ids = await addTasks(server, 200);
    const started = runIn(await send(ids, change({ team_id }), other));
    await admin.call("PUT", `/api/users/${other.user.id}`, { role: "member" });
    const end = await runEnd(admin, started);
    expect(end).toMatchObject({
      state: "stopped",
      stop_reason: "Eve is no longer an active admin",
    });
  });

  test("goes on if its maker is demoted, and stops if they are deactivated", async () => {
    const other = await server.as("admin", { name: "Eve" });
    const ids = await addTasks(server, 200);
    const first = runIn(await send(ids, change({ priority: "High" }), other));
    await admin.call("PUT", `/api/users/${other.user.id}`, { role: "member" });
    expect(await runEnd(admin, first)).toMatchObject({ state: "done", counts: { done: 200 } });
    const second = runIn(await send(ids, change({ priority: "Medium" }), other));
    await admin.call("PUT", `/api/users/${other.user.id}`, { is_active: false });
    expect(await runEnd(admin, second)).toMatchObject({
      state: "stopped",
      stop_reason: "Eve is no longer an active user",
    });
  });
});

describe("runs of a user", () => {
  test("are listed for them, and others can't read them, except admins", async () => {
    const done = await run(await addTasks(server, 1), change({ status: "Done" }));
    const list = async ({ call }: TestUser) =>
      ((await call("GET", "/api/task-runs")).body as TaskRunsResponse).runs.map(({ id }) => id);
    expect([await list(member), await list(admin)]).toEqual([[done.id], []]);
    const other = await server.as("member");
    for (const [method, part] of [
      ["GET", ""],
      ["GET", "/items"],
      ["GET", "/items.csv"],
      ["POST", "/stop"],
      ["POST", "/undo"],
    ] as const) {
      const url = `/api/task-runs/${done.id}${part}`;
      expect([part, (await other.call(method, url)).status]).toEqual([part, 404]);
    }
    expect((await admin.call("GET", `/api/task-runs/${done.id}`)).status).toBe(200);
  });

  test("are at most five at the same time", async () => {
    const [id = ""] = await addTasks(server, 1);
    const done = change({ status: "Done" });
    const context = { by: member.user, at: server.clock.time };
    const underWay = ["1", "2", "3", "4", "5"].map((subject_id) =>
      transaction(server.db, (trx) => beginJob(trx, { kind: "task_run", subject_id }, context)),
    );
    await Promise.all(underWay);
    expect((await send([id], done)).status).toBe(429);
    await server.db
      .updateTable("jobs")
      .set({ state: "done" })
      .where("subject_id", "=", "1")
      .execute();
    expect((await send([id], done)).status).toBe(201);
  });

  test("are deleted after a month, and those on users with the addresses, too", async () => {
    const done = await run(await addTasks(server, 2), change({ status: "Done" }));
    const body = { action: "role", role: "admin", user_ids: member.user.id, confirm_count: 1 };
    await admin.call("POST", "/api/user-runs", body);
    const prune = async (days: number) => {
      const time = new Date(server.clock.time.getTime() + days * 24 * 60 * 60 * 1000);
      await deleteAllOld({ db: server.db, clock: { time } });
      Object.assign(member, await server.signIn(member.user));
    };
    await prune(29);
    expect((await member.call("GET", `/api/task-runs/${done.id}`)).status).toBe(200);
    expect(await server.db.selectFrom("run_items").selectAll().execute()).toHaveLength(3);
    await prune(31);
    expect((await member.call("GET", `/api/task-runs/${done.id}`)).status).toBe(404);
    for (const table of ["runs", "run_items"] as const)
      expect(await server.db.selectFrom(table).selectAll().execute()).toEqual([]);
    expect(await server.db.selectFrom("jobs").selectAll().execute()).toEqual([]);
  });
});
