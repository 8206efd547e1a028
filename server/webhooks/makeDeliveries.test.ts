import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { WEBHOOKS_MAX } from "#contract/webhook.ts";
import { record, taskSubject } from "#server/changes/record.ts";
import { transaction } from "#server/db/transaction.ts";
import { startServer, type TestServer, type TestUser } from "#server/testing/server.ts";
import { createTask, createWebhook } from "#server/testing/webhookCalls.ts";
import { makeDeliveries } from "./makeDeliveries.ts";

let server: TestServer;
let admin: TestUser;
let bob: TestUser;

beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  await server.clear();
  admin = await server.as("admin", { name: "Ada" });
  bob = await server.as("member", { name: "Bob" });
});
afterAll(() => server.close());

const create = async (fields: object = {}) => await createWebhook(admin, fields);

/** The payloads that wait for delivery, in the order of their events. */
async function payloads(): Promise<{ type: string; data: Record<string, unknown> }[]> {
  await makeDeliveries(server.db);
  const rows = await server.db.selectFrom("webhook_deliveries").select("payload").execute();
  return rows
    .map(({ payload }) => JSON.parse(payload) as { type: string; data: Record<string, unknown> })
    .toSorted((one, other) => one.type.localeCompare(other.type));
}

async function takePayloads() {
  const all = await payloads();
  await server.db.deleteFrom("webhook_deliveries").execute();
  return all;
}

const addTask = async (fields: object = {}) => await createTask(admin, fields);

describe("events", () => {
  test("of tasks and comments", async () => {
    await create();
    const id = await addTask({ assignee_id: bob.user.id });
    const comments = `/api/tasks/${id}/comments`;
    const { body: comment } = await bob.call("POST", comments, { comment: "Hello" });
    const { id: commentId } = comment as { id: string };
    await bob.call("PATCH", `${comments}/${commentId}`, { comment: "Hello!" });
    await bob.call("DELETE", `${comments}/${commentId}`);
    await bob.call("PATCH", `/api/kanban/${id}/status`, { status: "Done" });
    await bob.call("PATCH", `/api/tasks/${id}`, { title: "Other", status: "Todo" });
    await bob.call("DELETE", `/api/tasks/${id}`);
    await admin.call("POST", `/api/tasks/${id}/restore`);
    const all = await takePayloads();
    expect(all.map(({ type }) => type)).toEqual([
      "comment.changed",
      "comment.created",
      "comment.deleted",
      "task.changed",
      "task.created",
      "task.deleted",
      "task.moved",
      "task.moved",
      "task.restored",
    ]);
    const dataOf = (name: string) => all.find(({ type }) => type === name)?.data;
    const actor = { id: bob.user.id, name: "Bob" };
    const assignee = { id: bob.user.id, name: "Bob" };
    expect(dataOf("comment.created")).toMatchObject({
      actor,
      task: { id, title: "Task", assignee },
      comment: { id: commentId, comment: "Hello" },
    });
    expect(dataOf("comment.deleted")).toMatchObject({ comment: { id: commentId } });
    expect(dataOf("task.changed")).toMatchObject({
      changes: [{ field: "title", from: "Task", to: "Other" }],
    });
    expect(dataOf("task.deleted")).toMatchObject({ task: { id, title: "Other" } });
  });

  test("of a burst of changes are separate, though the history joins them", async () => {
    await create({ events: "task.changed" });
    const id = await addTask();
    for (const title of ["One", "Two", "Three"].map((word) => `${word} title`)) {
      await admin.call("PATCH", `/api/tasks/${id}`, { title });
    }
    expect(await payloads()).toHaveLength(3);
  });

  test("of users and teams", async () => {
    await create();
    const { body } = await admin.call("POST", "/api/teams", { name: "Crew" });
    const { team } = body as { team: { id: string } };
    await admin.call("POST", `/api/teams/${team.id}/members`, { userId: bob.user.id });
    await admin.call("PUT", `/api/users/${bob.user.id}`, { role: "admin" });
    await addTask({ assignee_id: bob.user.id });
    await addTask({ assignee_id: bob.user.id });
    await takePayloads().then((all) =>
      expect(all.map(({ type }) => type)).toEqual([
        "task.created",
        "task.created",
        "team.created",
        "team.member_added",
        "user.role_changed",
      ]),
    );
    await admin.call("DELETE", `/api/users/${bob.user.id}`);
    const [first, ...others] = await takePayloads();
    expect(first).toMatchObject({
      type: "task.changed",
      data: {
        task: { assignee: null },
        changes: [{ field: "assignee", from: "Bob", to: null }],
        actor: { name: "Ada" },
      },
    });
    expect(others.map(({ type }) => type)).toEqual(["task.changed", "user.deleted"]);
    expect(others[1]?.data).toMatchObject({ subject: { kind: "user", name: "Bob" } });
  });

  test("go only to webhooks that chose them", async () => {
    await create({ events: "task.deleted,team.created" });
    await addTask();
    expect(await payloads()).toEqual([]);
    await admin.call("POST", "/api/teams", { name: "Crew" });
    expect(await payloads()).toMatchObject([{ type: "team.created" }]);
  });

  test("show each task as it was, and not again at another server", async () => {
    await create();
    const id = await addTask({ title: "First" });
    await admin.call("PATCH", `/api/tasks/${id}`, { title: "Second" });
    await Promise.all([makeDeliveries(server.db), makeDeliveries(server.db)]);
    expect(await payloads()).toMatchObject([
      { type: "task.changed", data: { task: { title: "Second" } } },
      { type: "task.created", data: { task: { title: "First" } } },
    ]);
    expect(await server.db.selectFrom("task_states").selectAll().execute()).toEqual([]);
  });

  test("are made from one row of the change, however many webhooks listen", async () => {
    for (let count = 0; count < WEBHOOKS_MAX; count += 1) await create();
    await addTask();
    expect(await server.db.selectFrom("task_states").selectAll().execute()).toHaveLength(1);
    expect(await server.db.selectFrom("webhook_deliveries").selectAll().execute()).toEqual([]);
    expect(await payloads()).toHaveLength(WEBHOOKS_MAX);
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

  test("of a change that is rolled back are not written", async () => {
    await create();
    const id = await addTask();
    await takePayloads();
    const failing = transaction(server.db, async (trx) => {
      const subject = taskSubject({ id, title: "Task" });
      await record(
        trx,
        { by: admin.user, at: server.clock.time },
        { kind: "task.restored", subject },
      );
      throw new Error("No");
    });
    await expect(failing).rejects.toThrow("No");
    expect(await payloads()).toEqual([]);
  });
});
