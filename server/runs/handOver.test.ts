import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "@jest/globals";
import type { HandOverResponse, OpenTasksResponse } from "#contract/shapes/handOver.ts";
import type { TaskRun } from "#contract/shapes/run.ts";
import type { Task, TaskResponse } from "#contract/shapes/task.ts";
import type { TaskInput } from "#contract/taskFields.ts";
import { auditOf } from "#server/testing/audit.ts";
import { createTask } from "#server/testing/create.ts";
import { linesOf } from "#server/testing/inbox.ts";
import { type TestUser } from "#server/testing/server.ts";
import { sharedUser } from "#server/testing/sharedServer.ts";
import { taskRunServer } from "#server/testing/taskRunServer.ts";
import { addTasks, runEnd } from "#server/testing/taskRuns.ts";
import { until } from "#server/testing/until.ts";

const { server, admin } = taskRunServer();
const leaver = sharedUser(server, "member");
const heir = sharedUser(server, "member");

const addTask = async (more: Partial<TaskInput> = {}) =>
  await createTask(admin, { assignee_id: leaver.user.id, priority: "High", ...more });

const assigneeOf = async ({ id }: Task) =>
  ((await admin.call("GET", `/api/tasks/${id}`)).body as TaskResponse).task.assignee_id;
const counts = async (...users: TestUser[]) => {
  const ids = users.map(({ user }) => user.id).join(",");
  const { body } = await admin.call("GET", `/api/users/open-tasks?ids=${ids}`);
  return (body as OpenTasksResponse).users.map(({ count }) => count);
};
const ended = (run: TaskRun) => runEnd(admin, run);
const handOver = (to: unknown, from = leaver.user.id) =>
  admin.call("POST", `/api/users/${from}/hand-over`, { to });

describe("the counts of open tasks", () => {
  test("leave out tasks that are done and other users' tasks", async () => {
    await addTask();
    await addTask({ status: "In Progress" });
    await addTask({ status: "Done" });
    await addTask({ assignee_id: null });
    expect(await counts(leaver, heir)).toEqual([2, 0]);
    expect(await counts()).toEqual([]);
  });

  test("end at a thousand", async () => {
    await addTasks(server, 1_001, { assignee_id: leaver.user.id });
    const { body } = await admin.call("GET", `/api/users/open-tasks?ids=${leaver.user.id}`);
    expect(body).toEqual({ users: [{ id: leaver.user.id, count: 1_000, atLeast: true }] });
  });
});

describe("handing over", () => {
  test("assigns the open tasks to another user, and keeps those that are done", async () => {
    const open = await addTask({ due_date: "2099-01-01" });
    const done = await addTask({ status: "Done" });
    expect(await handOver(heir.user.id)).toMatchObject({
      status: 200,
      body: { tasks: 1 },
    });
    expect(await assigneeOf(open)).toBe(heir.user.id);
    expect(await assigneeOf(done)).toBe(leaver.user.id);
    const { body } = await admin.call("GET", `/api/tasks/${open.id}`);
    expect(body).toMatchObject({ task: { version: 2, due_date: "2099-01-01", priority: "High" } });
  });

  test("hands over all tasks at once, tells of the user instead of each task, and is one entry of the audit log", async () => {
    await addTasks(server, 150, { assignee_id: leaver.user.id });
    const events: unknown[] = [];
    const stop = server.deps.events.subscribe((event) => {
      if ("change" in event) events.push(event.change);
    });
    const { tasks, run } = (await handOver(heir.user.id)).body as HandOverResponse;
    expect(run).toMatchObject({ total: 150, from: { id: leaver.user.id } });
    expect(tasks).toBeGreaterThanOrEqual(100);
    expect(await ended(run)).toMatchObject({ state: "done", counts: { done: 150, waiting: 0 } });
    expect(await handOver(heir.user.id)).toMatchObject({ body: { tasks: 0 } });
    const reassigned = { type: "user", id: leaver.user.id, change: "reassigned", by: null };
    await until(() => events.some((event) => isDeepStrictEqual(event, reassigned)));
    stop();
    expect(events).not.toContainEqual(expect.objectContaining({ change: "updated", type: "task" }));
    expect(await counts(leaver, heir)).toEqual([0, 150]);
    expect(await auditOf(admin, `?subject=${leaver.user.id}`)).toMatchObject([
      {
        action: "tasks.run_ended",
        subject: { kind: "user", id: leaver.user.id },
        details: { tasks: "hand_over", count: 150, to: heir.user.name },
      },
    ]);
    expect(await linesOf(heir)).toEqual([`*${admin.user.name} assigned 150 tasks`]);
  });

  test("can be undone, except for tasks that have changed since", async () => {
    const [task, other] = [await addTask(), await addTask()];
    await admin.call("PUT", `/api/users/${leaver.user.id}`, { is_active: false });
    const { run } = (await handOver(heir.user.id)).body as HandOverResponse;
    await heir.call("PATCH", `/api/tasks/${other.id}`, { priority: "Low" });
    const undone = await admin.call("POST", `/api/task-runs/${run.id}/undo`);
    expect(undone.body).toMatchObject({ run: { state: "undone", counts: { undone: 1, kept: 1 } } });
    expect(await assigneeOf(task)).toBe(leaver.user.id);
    expect(await assigneeOf(other)).toBe(heir.user.id);
  });

  test("leaves the other tasks if the receiver is deactivated in between", async () => {
    await addTasks(server, 150, { assignee_id: leaver.user.id });
    const { run } = (await handOver(heir.user.id)).body as HandOverResponse;
    await admin.call("PUT", `/api/users/${heir.user.id}`, { is_active: false });
    const end = await ended(run);
    expect(end.counts.done + end.counts.refused).toBe(150);
    expect(await counts(leaver)).toEqual([end.counts.refused]);
  });

  test("needs another active user; an inactive user can hand over", async () => {
    const task = await addTask();
    await admin.call("PUT", `/api/users/${heir.user.id}`, { is_active: false });
    for (const [to, msg] of [
      [leaver.user.id, "Choose another user"],
      ["nobody", "User does not exist"],
      [undefined, "To must be a user's id"],
      [heir.user.id, "User is not active"],
    ]) {
      const refusal = { status: 400, body: { errors: [{ param: "to", msg }] } };
      expect(await handOver(to)).toMatchObject(refusal);
    }
    expect(await handOver(null, "nobody")).toMatchObject({ status: 404 });
    expect(await assigneeOf(task)).toBe(leaver.user.id);
    await admin.call("PUT", `/api/users/${leaver.user.id}`, { is_active: false });
    expect(await handOver(admin.user.id)).toMatchObject({ body: { tasks: 1 } });
    expect(await handOver(null, admin.user.id)).toMatchObject({ body: { tasks: 1 } });
    expect(await assigneeOf(task)).toBe(null);
  });
});
