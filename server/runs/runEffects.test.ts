import { describe, expect, test } from "@jest/globals";
import { EVENT_ID_HEADER } from "#contract/events.ts";
import type { BoardChangesResponse } from "#contract/shapes/board.ts";
import type { UserRunResponse } from "#contract/shapes/run.ts";
import { auditOf } from "#server/testing/audit.ts";
import { inboxOf } from "#server/testing/inbox.ts";
import { sharedUser } from "#server/testing/sharedServer.ts";
import { until } from "#server/testing/until.ts";
import { runServer } from "#server/testing/userRuns.ts";

const runs = runServer();
const heir = sharedUser(runs.server, "member", { name: "Heir" });

const addHandOver = async (ids: readonly string[], action: "delete" | "deactivate" = "delete") =>
  await runs.addRun(ids, { action, hand_over_to: heir.user });

const tasksOf = async (id: string) =>
  (await runs.server.db.selectFrom("tasks").select("id").where("assignee_id", "=", id).execute())
    .length;
const resultOf = async (item_id: string) =>
  await runs.server.db
    .selectFrom("run_items")
    .select(["result", "reason"])
    .where("item_id", "=", item_id)
    .executeTakeFirst();

describe("a run that hands over tasks", () => {
  test("leaves each user and their tasks done or as they were when it is stopped", async () => {
    const ids = await runs.addUsers(5);
    for (const id of ids) await runs.addTasks(id, 3);
    const id = await addHandOver(ids);
    await runs.step(id);
    const stop = runs.eve.call("POST", `/api/user-runs/${id}/stop`);
    await Promise.all([stop, runs.step(id), runs.step(id)]);
    await runs.finish(id);
    expect((await runs.read(id)).state).toBe("stopped");
    for (const user of ids) {
      const isDone = (await resultOf(user))?.result === "done";
      expect([isDone, await runs.userOf(user), await tasksOf(user)]).toEqual(
        isDone ? [true, undefined, 0] : [false, expect.anything(), 3],
      );
    }
    const { done } = (await runs.read(id)).counts;
    expect([done > 0, await tasksOf(heir.user.id)]).toEqual([true, done * 3]);
  });

  test("hands over all tasks of the user at whom it is stopped, and none of the next one", async () => {
    const [first = "", second = ""] = await runs.addUsers(2);
    await runs.addTasks(first, 250);
    await runs.addTasks(second, 3);
    const id = await addHandOver([first, second]);
    await runs.step(id);
    expect(await tasksOf(heir.user.id)).toBe(100);
    await runs.eve.call("POST", `/api/user-runs/${id}/stop`);
    await runs.finish(id);
    expect(await runs.read(id)).toMatchObject({
      state: "stopped",
      counts: { done: 1, waiting: 1 },
    });
    expect(await runs.userOf(first)).toBeUndefined();
    expect([await tasksOf(heir.user.id), await tasksOf(second)]).toEqual([250, 3]);
    expect(await resultOf(second)).toEqual({ result: "waiting", reason: "" });
  });

  test("gives the tasks back when a deactivation is undone, except those that have changed since, and records it", async () => {
    const [first = "", second = ""] = await runs.addUsers(2);
    await runs.addTasks(first, 250);
    await runs.addTasks(first, 1, { title: "Changed since" });
    await runs.addTasks(first, 1, { title: "Done before", status: "Done" });
    await runs.addTasks(second, 1);
    await runs.addTasks(heir.user.id, 1, { title: "Own" });
    const ids = [first, second];
    const run = await runs.start(ids, { action: "deactivate", hand_over_to: heir.user.id });
    await runs.ended(run);
    expect(await Promise.all([...ids, heir.user.id].map(tasksOf))).toEqual([1, 0, 253]);
    const task = async (title: string) =>
      await runs.server.db
        .selectFrom("tasks")
        .select("id")
        .where("title", "=", title)
        .executeTakeFirstOrThrow();
    const changed = await task("Changed since");
    await heir.call("PATCH", `/api/tasks/${changed.id}`, { priority: "Medium" });
    // A comment is no change of the task.
    const { id } = await task("Task 7");
    await heir.call("POST", `/api/tasks/${id}/comments`, { comment: "Soon" });
    const before = await inboxOf(heir);
    expect(await runs.undo(run.id)).toMatchObject({ state: "undone", counts: { undone: 2 } });
    expect(await Promise.all([...ids, heir.user.id].map(tasksOf))).toEqual([251, 1, 2]);
    expect((await runs.userOf(first))?.is_active).toBe(1);
    expect(await inboxOf(heir)).toEqual(before);
    const details = { run: "deactivate", count: 2, to: "Heir" };
    expect(await auditOf(runs.eve)).toMatchObject([
      { action: "users.run_undone", details },
      { action: "users.run_ended", details },
    ]);
    const back = await runs.server.db
      .selectFrom("changes")
      .select(["actor_name", "fields"])
      .where("part_of", "=", `user ${second} ${run.id} undone`)
      .execute();
    const fields = [{ field: "assignee", from: "Heir", to: "User 1" }];
    expect(back).toEqual([{ actor_name: "Eve", fields: JSON.stringify(fields) }]);
  });

  test("goes on with an undo between two of its steps, and reads no task twice", async () => {
    const [user = ""] = await runs.addUsers(1);
    await runs.addTasks(user, 250);
    const run = await runs.start([user], { action: "deactivate", hand_over_to: heir.user.id });
    await runs.ended(run);
    await runs.begin(run.id, "user_run_undo");
    await runs.step(run.id);
    expect(await tasksOf(user)).toBe(100);
    expect((await runs.userOf(user))?.is_active).toBe(0);
    await runs.eve.call("POST", `/api/user-runs/${run.id}/undo`);
    await runs.finish(run.id);
    await runs.ended(run);
    expect([await tasksOf(user), (await runs.userOf(user))?.is_active]).toEqual([250, 1]);
  });

  test("leaves users unchanged if the receiver was deactivated, or if they can't be deleted", async () => {
    const [user = ""] = await runs.addUsers(1);
    await runs.addTasks(user, 2);
    await runs.addTasks(runs.ada.user.id, 2);
    await runs.server.db.deleteFrom("users").where("id", "=", runs.eve.user.id).execute();
    // Ada is the last active admin.
    await runs.finish(await addHandOver([runs.ada.user.id]));
    expect(await tasksOf(runs.ada.user.id)).toBe(2);
    await runs.server.db
      .updateTable("users")
      .set({ is_active: 0 })
      .where("id", "=", heir.user.id)
      .execute();
    await runs.finish(await addHandOver([user], "deactivate"));
    expect(await resultOf(user)).toEqual({ result: "refused", reason: "User is not active" });
    expect([(await runs.userOf(user))?.is_active, await tasksOf(user)]).toEqual([1, 2]);
  });

  test("deactivates users too, whose finished tasks stay theirs, as do open ones without a receiver", async () => {
    const [leaver = "", keeper = ""] = await runs.addUsers(2);
    await runs.addTasks(leaver, 150);
    await runs.addTasks(leaver, 1, { status: "Done" });
    await runs.addTasks(keeper, 2);
    const body = { action: "deactivate", user_ids: leaver, hand_over_to: heir.user.id };
    const confirm_count = 1;
    const made = await runs.eve.call("POST", "/api/user-runs", { ...body, confirm_count });
    expect(made.status).toBe(201);
    const { id } = (made.body as UserRunResponse).run;
    await runs.finish(await runs.addRun([keeper], {}));
    await runs.ended({ id });
    expect((await runs.userOf(leaver))?.is_active).toBe(0);
    expect(await tasksOf(heir.user.id)).toBe(150);
    expect([await tasksOf(leaver), await tasksOf(keeper)]).toEqual([1, 2]);
  });

  test("reassigns many tasks of one user in several steps, and tells of those if it ends between them", async () => {
    const [leaver = "", other = ""] = await runs.addUsers(2);
    await runs.addTasks(leaver, 130);
    await runs.addTasks(leaver, 90, { status: "Done" });
    const id = await addHandOver([leaver, other]);
    await runs.step(id);
    expect([await tasksOf(leaver), await tasksOf(heir.user.id)]).toEqual([120, 100]);
    expect(await resultOf(leaver)).toEqual({
      result: "waiting",
      reason: "Some of their tasks are reassigned already",
    });
    await runs.finish(id);
    expect((await runs.read(id)).counts).toMatchObject({ done: 2 });
    expect([await runs.userOf(leaver), await tasksOf(heir.user.id)]).toEqual([undefined, 130]);
    expect(await resultOf(leaver)).toEqual({ result: "done", reason: "" });
    expect((await inboxOf(heir)).items).toMatchObject([{ tasks: 130 }]);
  });

  test("takes a deleted user off very many tasks in several steps, before it goes on with others", async () => {
    const [author = "", other = ""] = await runs.addUsers(2);
    await runs.addTasks(heir.user.id, 1_001, { created_by: author });
    const id = await runs.addRun([author, other], { action: "delete" });
    await runs.step(id);
    expect(await runs.userOf(author)).toBeDefined();
    expect(await resultOf(author)).toMatchObject({ result: "waiting" });
    await runs.finish(id);
    expect((await runs.read(id)).counts).toMatchObject({ done: 2 });
    expect([await runs.userOf(author), await runs.userOf(other)]).toEqual([undefined, undefined]);
    expect(await resultOf(author)).toEqual({ result: "done", reason: "" });
  });

  test("refuses a user whose receiver was deactivated between two steps, and says what has happened", async () => {
    const [leaver = ""] = await runs.addUsers(1);
    await runs.addTasks(leaver, 130);
    const id = await addHandOver([leaver]);
    await runs.step(id);
    const { db } = runs.server;
    await db.updateTable("users").set({ is_active: 0 }).where("id", "=", heir.user.id).execute();
    await runs.finish(id);
    expect(await resultOf(leaver)).toEqual({
      result: "refused",
      reason: "User is not active. Some of their tasks are reassigned already",
    });
    expect([(await runs.userOf(leaver))?.is_active, await tasksOf(leaver)]).toEqual([1, 30]);
  });
});

describe("events", () => {
  const position = async () =>
    String((await heir.call("GET", "/api/kanban/board")).headers[EVENT_ID_HEADER]);
  const changesSince = async (since: string) =>
    (await heir.call("GET", `/api/kanban/changes?since=${since}`)).body as BoardChangesResponse;

  test.each(["delete", "deactivate"] as const)(
    "of a slice (%s) make the changes of the board a reset if it reassigned tasks",
    async (action) => {
      const [busy = "", idle = ""] = await runs.addUsers(2);
      await runs.addTasks(busy, 1);
      const id = await addHandOver([busy, idle, ...(await runs.addUsers(1))], action);
      const before = await position();
      await runs.step(id);
      expect(await changesSince(before)).toEqual({ reset: true });
      let between = await position();
      // On PostgreSQL the position may follow a moment later.
      while ("reset" in (await changesSince(between))) between = await position();
      await runs.finish(id);
      expect(await changesSince(between)).toMatchObject({ tasks: [], removed: [] });
    },
  );

  test("name the start and the end of a run's undo", async () => {
    // More than a step.
    const id = await runs.addRun(await runs.addUsers(26), {});
    const changes: string[] = [];
    runs.server.deps.events.subscribe((event) => {
      if ("change" in event && event.change.type === "userRun") changes.push(event.change.change);
    });
    await runs.finish(id);
    await until(() => changes.includes("finished"));
    runs.server.clock.advance(1_000);
    await runs.undo(id);
    await runs.undo(id);
    await until(() => changes.includes("undone"));
    expect(changes.slice(-2)).toEqual(["started", "undone"]);
  });
});

test("results have the address of each user, also in the table and after a deletion", async () => {
  const [id = ""] = await runs.addUsers(1);
  const body = { action: "delete", user_ids: id, confirm_count: 1 };
  const answer = await runs.eve.call("POST", "/api/user-runs", body);
  const { id: run } = (answer.body as { run: { id: string } }).run;
  const { body: items } = await runs.eve.call("GET", `/api/user-runs/${run}/items`);
  expect(items).toMatchObject({
    items: [{ user: { name: "User 0", email: `${id}@example.com` } }],
  });
  const { body: table } = await runs.eve.call("GET", `/api/user-runs/${run}/items.csv`);
  expect(String(table).split("\r\n").slice(0, 2)).toEqual([
    "Row,User,Email,Result,Reason,User ID",
    `1,User 0,${id}@example.com,Done,,${id}`,
  ]);
});
