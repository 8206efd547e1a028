import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { startServer, type TestServer, type TestUser } from "#server/testing/server.ts";

let server: TestServer;
let member: TestUser;
let admin: TestUser;
let teamId: string;

beforeAll(async () => {
  server = await startServer({ time: new Date("2026-03-15T12:00:00.000Z") });
  member = await server.as("member");
  admin = await server.as("admin");
  teamId = randomUUID();
  await server.db
    .insertInto("teams")
    .values({ id: teamId, name: "Crew", description: "", created_at: "2026-01-01T00:00:00.000Z" })
    .execute();
});

afterAll(async () => await server.close());

const good = { title: "Write the report", priority: "Medium" };

interface Saved {
  task: Record<string, unknown> & { id: string };
}

async function create(fields: object = {}, by = admin): Promise<Saved["task"]> {
  const { status, body } = await by.call("POST", "/api/tasks", { ...good, ...fields });
  expect(status).toBe(201);
  return (body as Saved).task;
}

const row = async (id: string) =>
  await server.db.selectFrom("tasks").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

describe("creating a task", () => {
  test("returns the task with status Todo, assigned to the current user", async () => {
    const answer = await member.call("POST", "/api/tasks", {
      title: "  Write the report ",
      description: " line one\nline two ",
      status: "Todo",
      priority: "High",
      due_date: "2026-03-15",
    });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        task: {
          id: expect.any(String) as unknown,
          title: "Write the report",
          description: "line one\nline two",
          status: "Todo",
          priority: "High",
          due_date: "2026-03-15",
          assignee_id: member.user.id,
          team_id: null,
          created_at: "2026-03-15T12:00:00.000Z",
        },
      },
    });
    const { task } = answer.body as Saved;
    expect(await row(task.id)).toMatchObject({ created_by: member.user.id, version: 1 });
  });

  test("requires only title and priority", async () => {
    expect(await create()).toMatchObject({ description: "", status: "Todo", due_date: null });
  });

  test("accepts another assignee, or none", async () => {
    expect(await create({ assignee_id: null })).toMatchObject({ assignee_id: null });
    expect(await create({ assignee_id: "" })).toMatchObject({ assignee_id: null });
    expect(await create({ assignee_id: member.user.id }, admin)).toMatchObject({
      assignee_id: member.user.id,
    });
  });

  test.each([
    [{ title: "" }, "title", "Title is required"],
    [{ due_date: "2026-03-14" }, "due_date", "Due date cannot be in the past"],
    [{ assignee_id: "nobody" }, "assignee_id", "Assignee does not exist"],
    [{ team_id: "none" }, "team_id", "Team does not exist"],
  ])("refuses %j", async (fields, param, msg) => {
    const answer = await admin.call("POST", "/api/tasks", { ...good, ...fields });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ param, msg }] } });
  });

  test("refuses an assignee who was deactivated", async () => {
    const { user } = await server.as("member", { is_active: 0 });
    expect(
      await member.call("POST", "/api/tasks", { ...good, assignee_id: user.id }),
    ).toMatchObject({
      status: 400,
      body: { errors: [{ param: "assignee_id", msg: "Assignee is not active" }] },
    });
  });

  test("accepts yesterday as due date while it is today in some time zone", async () => {
    const early = await startServer({ time: new Date("2026-03-15T11:00:00.000Z") });
    const someone = await early.as("member");
    const answer = await someone.call("POST", "/api/tasks", { ...good, due_date: "2026-03-14" });
    expect(answer.status).toBe(201);
    await early.close();
  });
});

describe("the team of a task", () => {
  test("can be set and removed by an admin", async () => {
    const task = await create({ team_id: teamId });
    expect(task).toMatchObject({ team_id: teamId });
    const answer = await admin.call("PUT", `/api/tasks/${task.id}`, { ...good, team_id: null });
    expect(answer).toMatchObject({ status: 200, body: { task: { team_id: null } } });
  });

  test("can't be set, changed or removed by a member", async () => {
    const refusal = { status: 403, body: { error: "Only admins may set the team of a task" } };
    expect(await member.call("POST", "/api/tasks", { ...good, team_id: teamId })).toMatchObject(
      refusal,
    );
    const task = await create({ team_id: teamId });
    for (const team_id of [null, "", "other"]) {
      const body = { ...good, team_id };
      expect(await member.call("PUT", `/api/tasks/${task.id}`, body)).toMatchObject(refusal);
    }
    expect(await row(task.id)).toMatchObject({ team_id: teamId, version: 1 });
  });

  test("is kept when a member saves other fields", async () => {
    const task = await create({ team_id: teamId });
    for (const body of [good, { ...good, team_id: teamId }]) {
      const answer = await member.call("PUT", `/api/tasks/${task.id}`, body);
      expect(answer).toMatchObject({ status: 200, body: { task: { team_id: teamId } } });
    }
    expect(await create({ team_id: null }, member)).toMatchObject({ team_id: null });
  });
});

describe("editing a task", () => {
  test("changes the sent fields, keeps the others, and increments the version", async () => {
    const task = await create({ description: "old", due_date: "2026-04-01", status: "Done" });
    server.clock.advance(60_000);
    const answer = await member.call("PUT", `/api/tasks/${task.id}`, {
      title: "Another title",
      priority: "Low",
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { task: { ...task, title: "Another title", priority: "Low", version: 2 } },
    });
    const saved = await row(task.id);
    expect(saved.version).toBe(2);
    expect(saved.updated_at > saved.created_at).toBe(true);
    expect(saved.status_changed_at).toBe(saved.created_at);
  });

  test("clears fields that are sent empty", async () => {
    const task = await create({ description: "old", due_date: "2026-04-01" });
    const body = { ...good, description: "", due_date: "", assignee_id: null };
    expect(await member.call("PUT", `/api/tasks/${task.id}`, body)).toMatchObject({
      body: { task: { description: "", due_date: null, assignee_id: null } },
    });
  });

  test("a new status moves the task to another column", async () => {
    const task = await create();
    server.clock.advance(1_000);
    await member.call("PUT", `/api/tasks/${task.id}`, { ...good, status: "In Progress" });
    expect((await row(task.id)).status_changed_at).toBe(server.clock.time.toISOString());
  });

  test("keeps a past due date, but refuses to set one", async () => {
    const task = await create({ due_date: "2026-03-16" });
    server.clock.time = new Date("2026-03-20T12:00:00.000Z");
    const url = `/api/tasks/${task.id}`;
    expect((await member.call("PUT", url, { ...good, due_date: "2026-03-16" })).status).toBe(200);
    expect((await member.call("PUT", url, good)).status).toBe(200);
    expect(await member.call("PUT", url, { ...good, due_date: "2026-03-17" })).toMatchObject({
      status: 400,
      body: { errors: [{ param: "due_date", msg: "Due date cannot be in the past" }] },
    });
  });

  test("keeps a deactivated assignee", async () => {
    const leaver = await server.as("member");
    const task = await create({ assignee_id: leaver.user.id });
    await server.db
      .updateTable("users")
      .set({ is_active: 0 })
      .where("id", "=", leaver.user.id)
      .execute();
    const body = { ...good, assignee_id: leaver.user.id };
    expect((await member.call("PUT", `/api/tasks/${task.id}`, body)).status).toBe(200);
  });

  test("keeps control characters from an older version, but refuses them in a changed text", async () => {
    const { id } = await create();
    const description = "\x01".repeat(10_000);
    await server.db.updateTable("tasks").set({ description }).where("id", "=", id).execute();
    const edit = { ...good, description, priority: "High" };
    expect(await member.call("PUT", `/api/tasks/${id}`, edit)).toMatchObject({
      status: 200,
      body: { task: { description, priority: "High" } },
    });
    const changed = { ...edit, description: `${description}.` };
    expect((await member.call("PUT", `/api/tasks/${id}`, changed)).status).toBe(400);
  });

  test("needs title and priority, and changes nothing when it is refused", async () => {
    const task = await create();
    expect(await member.call("PUT", `/api/tasks/${task.id}`, {})).toMatchObject({
      status: 400,
      body: {
        errors: expect.arrayContaining([
          { param: "title", msg: "Title is required" },
          { param: "priority", msg: "Priority is required" },
        ]) as unknown,
      },
    });
    expect((await row(task.id)).version).toBe(1);
  });
});

describe("one task", () => {
  test("has the names of its people and its team", async () => {
    const task = await create({ assignee_id: member.user.id, team_id: teamId });
    expect(await member.call("GET", `/api/tasks/${task.id}`)).toMatchObject({
      status: 200,
      body: {
        task: {
          ...task,
          assignee_name: "Max Member",
          created_by_name: "Ada Admin",
          team_name: "Crew",
          version: 1,
        },
      },
    });
  });

  test("is deleted with its comments", async () => {
    const task = await create();
    await member.call("POST", `/api/tasks/${task.id}/comments`, { comment: "Soon gone" });
    const answer = await member.call("DELETE", `/api/tasks/${task.id}`);
    expect(answer).toMatchObject({ status: 204, body: "" });
    const left = await server.db
      .selectFrom("comments")
      .select("id")
      .where("task_id", "=", task.id)
      .execute();
    expect(left).toEqual([]);
    expect((await member.call("GET", `/api/tasks/${task.id}`)).status).toBe(404);
  });

  test.each([
    ["GET", undefined],
    ["PUT", good],
    ["DELETE", undefined],
  ] as const)("%s of an unknown task returns 404", async (method, body) => {
    expect(await member.call(method, "/api/tasks/none", body)).toMatchObject({
      status: 404,
      body: { error: "Task not found" },
    });
  });
});
