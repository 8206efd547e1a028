import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Task, TaskResponse } from "#contract/task.ts";
import { startServer, type TestServer, type TestUser } from "#server/testing/server.ts";

let server: TestServer;
let member: TestUser;
let admin: TestUser;
let teamId: string;

beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  await server.clear();
  member = await server.as("member");
  admin = await server.as("admin");
  teamId = randomUUID();
  const team = {
    id: teamId,
    name: "Crew",
    description: "",
    created_at: "2026-01-01T00:00:00.000Z",
  };
  await server.db.insertInto("teams").values(team).execute();
});
afterAll(() => server.close());

async function create(fields: object = {}): Promise<Task> {
  const good = { title: "Write the report", priority: "Medium" };
  const { body } = await admin.call("POST", "/api/tasks", { ...good, ...fields });
  return (body as TaskResponse).task;
}

const row = async (id: string) =>
  await server.db.selectFrom("tasks").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

describe("changing some fields of a task", () => {
  const patch = (id: string, body: object, by = member) =>
    by.call("PATCH", `/api/tasks/${id}`, body);

  test.each([
    { title: " Another title " },
    { description: "" },
    { status: "Done" },
    { priority: "High" },
    { due_date: null },
    { due_date: "2026-12-24", assignee_id: null },
  ])("%j changes only these", async (fields) => {
    const task = await create({ description: "old", due_date: "2026-04-01", team_id: teamId });
    const title = "title" in fields ? "Another title" : task.title;
    expect(await patch(task.id, fields)).toMatchObject({
      status: 200,
      body: { task: { ...task, ...fields, title, version: 2 } },
    });
  });

  test("a new status moves the task to another column, and the same values keep the version", async () => {
    const task = await create();
    server.clock.advance(1_000);
    await patch(task.id, { priority: "Medium" });
    expect(await row(task.id)).toMatchObject({ version: 1 });
    await patch(task.id, { status: "Done" });
    expect((await row(task.id)).status_changed_at).toBe(server.clock.time.toISOString());
  });

  test.each([
    [{}, "body", "Nothing to change"],
    [{ unknown: 1 }, "body", "Nothing to change"],
    [{ title: "ab" }, "title", "Title must be at least 3 characters"],
    [{ priority: null }, "priority", "Priority is required"],
    [{ status: null }, "status", "Status must be one of Todo, In Progress, Done"],
    [{ due_date: "2020-01-01" }, "due_date", "Due date cannot be in the past"],
    [{ assignee_id: "nobody" }, "assignee_id", "Assignee does not exist"],
  ])("%j is refused with the form's message", async (fields, param, msg) => {
    const task = await create();
    expect(await patch(task.id, fields)).toMatchObject({
      status: 400,
      body: { errors: [{ param, msg }] },
    });
    expect(await row(task.id)).toMatchObject({ version: 1 });
  });

  test("only admins change the team, and a member keeps it", async () => {
    const task = await create({ team_id: teamId });
    expect(await patch(task.id, { team_id: null })).toMatchObject({ status: 403 });
    expect(await patch(task.id, { team_id: teamId, priority: "Low" })).toMatchObject({
      status: 200,
    });
    expect(await patch(task.id, { team_id: null }, admin)).toMatchObject({
      body: { task: { team_id: null, priority: "Low" } },
    });
  });

  test("keeps a past due date and a deactivated assignee", async () => {
    const leaver = await server.as("member");
    const task = await create({ due_date: "2026-03-16", assignee_id: leaver.user.id });
    await server.db
      .updateTable("users")
      .set({ is_active: 0 })
      .where("id", "=", leaver.user.id)
      .execute();
    server.clock.time = new Date("2026-03-20T12:00:00.000Z");
    expect(await patch(task.id, { priority: "High" })).toMatchObject({ status: 200 });
  });

  test("of a missing task is a 404, and of another version a 412 with the current task", async () => {
    expect(await patch("nothing", { priority: "High" })).toMatchObject({ status: 404 });
    const task = await create();
    const answer = await server.app.inject({
      method: "PATCH",
      url: `/api/tasks/${task.id}`,
      headers: { authorization: `Bearer ${member.accessToken}`, "if-match": '"7"' },
      payload: { priority: "High" },
    });
    expect(answer.statusCode).toBe(412);
    expect(answer.headers.etag).toBe('"1"');
    expect(answer.json()).toMatchObject({ task: { id: task.id, priority: "Medium" } });
  });
});
