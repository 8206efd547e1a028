import { describe, expect, test } from "@jest/globals";
import type { AuditPageResponse } from "#contract/shapes/audit.ts";
import type { TaskRunItemsResponse } from "#contract/shapes/run.ts";
import { DAY_MS } from "#contract/time.ts";
import { actionOf, auditOf } from "#server/testing/audit.ts";
import { change, taskRunServer } from "#server/testing/taskRunServer.ts";
import { addTasks, runEnd } from "#server/testing/taskRuns.ts";

const { server, admin, member, run, undo, tasks } = taskRunServer();

const audited = async () => (await auditOf(admin)).map(actionOf);

describe("the undo", () => {
  test("restores the former values, except of tasks that have changed since", async () => {
    const high = await addTasks(server, 60, { priority: "High", assignee_id: admin.user.id });
    const low = await addTasks(server, 2, { due_date: "2099-01-01" });
    const fields = { priority: "Medium", assignee_id: null, due_date: "2098-01-01" };
    const done = await run([...high, ...low], change(fields));
    await admin.call("PATCH", `/api/tasks/${low[0]}`, { title: "Another title" });
    await member.call("POST", `/api/tasks/${low[1]}/comments`, { comment: "A comment" });
    expect((await undo(done)).status).toBe(200);
    expect(await runEnd(member, done)).toMatchObject({
      state: "undone",
      counts: { undone: 61, kept: 1 },
    });
    const read = async (id = "") =>
      await server.db
        .selectFrom("tasks")
        .select(["priority", "assignee_id", "due_date"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
    expect(await read(high[59])).toEqual({
      priority: "High",
      assignee_id: admin.user.id,
      due_date: null,
    });
    expect(await read(low[0])).toEqual({ ...fields });
    expect(await read(low[1])).toMatchObject({ priority: "Low", due_date: "2099-01-01" });
    expect(await audited()).toMatchObject([
      { action: "tasks.run_undone", details: { tasks: "change", count: 61 } },
      { action: "tasks.run_ended", details: { tasks: "change", count: 62 } },
    ]);
  });

  test("returns moved tasks to their former places", async () => {
    const ids = await addTasks(server, 2);
    const arrivals = async () => (await tasks()).map(({ status_changed_at: at }) => at);
    const before = await arrivals();
    server.clock.advance(1_000);
    const done = await run(ids, change({ status: "Done" }));
    expect(await arrivals()).not.toEqual(before);
    await undo(done);
    await runEnd(member, done);
    expect(await arrivals()).toEqual(before);
  });

  test("keeps a due date that the rules would refuse", async () => {
    const ids = await addTasks(server, 1, { due_date: "2026-01-01" });
    const done = await run(ids, change({ due_date: null }));
    await undo(done);
    const { body } = await member.call("GET", `/api/task-runs/${done.id}/items`);
    expect(body).toMatchObject({
      items: [{ result: "kept", reason: "Due date cannot be in the past" }],
    });
  });
});

describe("a deletion of many tasks", () => {
  test("can be undone by an admin, with the comments", async () => {
    const ids = await addTasks(server, 60);
    await member.call("POST", `/api/tasks/${ids[0]}/comments`, { comment: "Keep me" });
    const done = await run(ids, { action: "delete" });
    expect(done).toMatchObject({ counts: { done: 60 }, undo_until: null });
    expect(await tasks()).toEqual([]);
    expect(await audited()).toEqual([
      { action: "tasks.run_ended", actor: "Max", details: { tasks: "delete", count: 60 } },
    ]);
    expect(await undo(done)).toMatchObject({ status: 403 });
    await undo(done, admin);
    expect(await runEnd(admin, done)).toMatchObject({ state: "undone", counts: { undone: 60 } });
    expect(await tasks()).toHaveLength(60);
    const { body } = await member.call("GET", `/api/tasks/${ids[0]}/comments`);
    expect(JSON.stringify(body)).toContain("Keep me");
  });

  test("is restored from its entry in the audit log by any admin for 30 days, one task or all", async () => {
    const ids = await addTasks(server, 3);
    const done = await run(ids, { action: "delete" });
    server.clock.advance(29 * DAY_MS);
    const eve = await server.as("admin");
    const { entries } = (await eve.call("GET", "/api/audit")).body as AuditPageResponse;
    expect(entries[0]).toMatchObject({ bulk: { kind: "task", id: done.id } });
    const restorable = async () => {
      const { body } = await eve.call("GET", `/api/task-runs/${done.id}/items`);
      const { items } = body as TaskRunItemsResponse;
      return items.map((item) => [item.task.title, item.restorable ?? false]);
    };
    const titles = ["Task 0", "Task 1", "Task 2"];
    expect(await restorable()).toEqual(titles.map((title) => [title, true]));
    expect(await eve.call("POST", `/api/tasks/${ids[1]}/restore`)).toMatchObject({ status: 200 });
    expect(await restorable()).toEqual(titles.map((title) => [title, title !== "Task 1"]));
    await undo(done, eve);
    expect(await runEnd(eve, done)).toMatchObject({ state: "undone", counts: { undone: 2 } });
    expect(await tasks()).toHaveLength(3);
  });

  test("can't be undone after 30 days", async () => {
    const done = await run(await addTasks(server, 1), { action: "delete" });
    server.clock.advance(30 * DAY_MS);
    expect(await undo(done, await server.as("admin"))).toMatchObject({ status: 409 });
  });

  test("leaves a task deleted that was restored and deleted again since", async () => {
    const [again = "", once = ""] = await addTasks(server, 2);
    const done = await run([again, once], { action: "delete" });
    await admin.call("POST", `/api/tasks/${again}/restore`);
    expect(await member.call("DELETE", `/api/tasks/${again}`)).toMatchObject({ status: 204 });
    await undo(done, admin);
    expect(await runEnd(admin, done)).toMatchObject({ counts: { undone: 1, kept: 1 } });
    expect((await tasks()).map(({ id }) => id)).toEqual([once]);
  });
});
