import { describe, expect, test } from "@jest/globals";
import { createTask, createWebhook } from "#server/testing/create.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";
import { makeDeliveries } from "./makeDeliveries.ts";

const server = sharedServer();
const admin = sharedUser(server, "admin", { name: "Ada" });
const bob = sharedUser(server, "member", { name: "Bob" });

const create = async (fields: object = {}) => await createWebhook(admin, fields);

/** The payloads that wait for delivery, in the order of their events. */
async function payloads(): Promise<{ type: string; data: Record<string, unknown> }[]> {
  await makeDeliveries(server.db);
  const rows = await server.db.selectFrom("webhook_deliveries").select("payload").execute();
  return rows
    .map(({ payload }) => JSON.parse(payload) as { type: string; data: Record<string, unknown> })
    .toSorted((one, other) => one.type.localeCompare(other.type));
}

const addTask = async (fields: object = {}) => (await createTask(admin, fields)).id;

/* server/testing/agreement/ compares the deliveries of all changes with the data. */

describe("events", () => {
  test("of tasks and comments have the task, its people, the comment and the changes", async () => {
    await create();
    const id = await addTask({ assignee_id: bob.user.id });
    const comments = `/api/tasks/${id}/comments`;
    const { body } = await bob.call("POST", comments, { comment: "Hello" });
    const { id: commentId } = body as { id: string };
    await bob.call("DELETE", `${comments}/${commentId}`);
    await bob.call("PATCH", `/api/tasks/${id}`, { title: "Other", status: "Done" });
    await admin.call("PUT", `/api/users/${bob.user.id}`, { role: "admin" });
    const person = { id: bob.user.id, name: "Bob" };
    const task = { id, title: "Task", assignee: person };
    const changes = [{ field: "title", from: "Task", to: "Other" }];
    expect(await payloads()).toMatchObject([
      {
        type: "comment.created",
        data: { actor: person, task, comment: { id: commentId, comment: "Hello" } },
      },
      { type: "comment.deleted", data: { comment: { id: commentId } } },
      { type: "task.changed", data: { task: { title: "Other" }, changes } },
      { type: "task.created", data: { task } },
      { type: "task.moved" },
      { type: "user.role_changed", data: { subject: { kind: "user", name: "Bob" } } },
    ]);
  });

  test("go only to webhooks that chose them", async () => {
    await create({ events: "task.deleted,team.created" });
    await addTask();
    expect(await payloads()).toEqual([]);
    await admin.call("POST", "/api/teams", { name: "Crew" });
    expect(await payloads()).toMatchObject([{ type: "team.created" }]);
  });

  test("of changes while a webhook is off, or before it was made, are not made", async () => {
    await addTask();
    const { id } = await create();
    await admin.call("PATCH", `/api/webhooks/${id}`, { is_active: false });
    await admin.call("POST", "/api/teams", { name: "Crew" });
    await admin.call("PATCH", `/api/webhooks/${id}`, { is_active: true });
    expect(await payloads()).toEqual([]);
    await addTask();
    expect(await payloads()).toMatchObject([{ type: "task.created" }]);
  });

  test("leave no tasks behind when the last webhook is switched off before they are made", async () => {
    const { id } = await create();
    await addTask();
    await admin.call("PATCH", `/api/webhooks/${id}`, { is_active: false });
    expect(await payloads()).toEqual([]);
    expect(await server.db.selectFrom("task_states").selectAll().execute()).toEqual([]);
  });

  test("of a change that can't be read are skipped with a report, and no others", async () => {
    await create();
    await addTask();
    const { number: _number, ...row } = await server.db
      .selectFrom("changes")
      .selectAll()
      .where("kind", "=", "task.created")
      .executeTakeFirstOrThrow();
    await server.db
      .insertInto("changes")
      .values({ ...row, id: "broken", fields: "[{" })
      .execute();
    await addTask();
    const reported: number[] = [];
    await makeDeliveries(server.db, (_failure, number) => reported.push(number));
    expect(await payloads()).toMatchObject([{ type: "task.created" }, { type: "task.created" }]);
    expect(reported).toHaveLength(1);
  });
});
