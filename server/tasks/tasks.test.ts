import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { createTask } from "#server/testing/create.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";

const server = sharedServer();
const member = sharedUser(server, "member");
const admin = sharedUser(server, "admin");
let teamId: string;

beforeEach(async () => {
  teamId = randomUUID();
  const team = {
    id: teamId,
    name: "Crew",
    description: "",
    created_at: "2026-01-01T00:00:00.000Z",
  };
  await server.db.insertInto("teams").values(team).execute();
});

const good = { title: "Write the report", priority: "Medium" };

interface Saved {
  task: Record<string, unknown> & { id: string };
}

const create = async (fields: object = {}, by = admin) =>
  await createTask(by, { ...good, ...fields });

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

  test("requires only title and priority, and accepts another assignee, or none", async () => {
    const defaults = { description: "", status: "Todo", due_date: null };
    expect(await create({ assignee_id: null })).toMatchObject({ ...defaults, assignee_id: null });
    expect(await create({ assignee_id: "" })).toMatchObject({ assignee_id: null });
    const assignee_id = member.user.id;
    expect(await create({ assignee_id }, admin)).toMatchObject({ assignee_id });
  });

  test("refuses unknown teams, and unknown or deactivated assignees", async () => {
    const { user } = await server.as("member", { is_active: 0 });
    for (const [param, id, msg] of [
      ["assignee_id", "nobody", "Assignee does not exist"],
      ["assignee_id", user.id, "Assignee is not active"],
      ["team_id", "none", "Team does not exist"],
    ]) {
      const answer = await admin.call("POST", "/api/tasks", { ...good, [param ?? ""]: id });
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ param, msg }] } });
    }
  });

  test("accepts yesterday as due date only while it is today in some time zone", async () => {
    const due = { ...good, due_date: "2026-03-14" };
    expect(await admin.call("POST", "/api/tasks", due)).toMatchObject({
      status: 400,
      body: { errors: [{ param: "due_date", msg: "Due date cannot be in the past" }] },
    });
    server.clock.time = new Date("2026-03-15T11:00:00.000Z");
    expect(await admin.call("POST", "/api/tasks", due)).toMatchObject({ status: 201 });
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
});

describe("changing some fields of a task", () => {
  const patch = (id: string, body: object) => member.call("PATCH", `/api/tasks/${id}`, body);

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

  test("is refused with the form's messages, and keeps a past due date", async () => {
    const task = await create({ due_date: "2026-03-16" });
    server.clock.time = new Date("2026-03-20T12:00:00.000Z");
    for (const [fields, param, msg] of [
      [{}, "body", "Nothing to change"],
      [{ title: "ab" }, "title", "Title must be at least 3 characters"],
      [{ due_date: "2026-03-17" }, "due_date", "Due date cannot be in the past"],
      [{ assignee_id: "nobody" }, "assignee_id", "Assignee does not exist"],
    ] as const) {
      const refusal = { status: 400, body: { errors: [{ param, msg }] } };
      expect(await patch(task.id, fields)).toMatchObject(refusal);
    }
    expect(await row(task.id)).toMatchObject({ version: 1 });
    expect(await patch(task.id, { priority: "High" })).toMatchObject({ status: 200 });
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
          files: 0,
        },
      },
    });
  });
});
