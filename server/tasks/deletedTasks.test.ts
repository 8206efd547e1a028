import { afterEach, describe, expect, jest, test } from "@jest/globals";
import type { Comment } from "#contract/shapes/comment.ts";
import type { TaskResponse } from "#contract/shapes/task.ts";
import { DAY_MS } from "#contract/time.ts";
import { countRows } from "#server/db/countRows.ts";
import { auditOf } from "#server/testing/audit.ts";
import { createTask, createTeam } from "#server/testing/create.ts";
import { addComments, insertRows } from "#server/testing/rows.ts";
import { type TestUser } from "#server/testing/server.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";
import { COMMENTS_PURGED, purgeDeletedTasks } from "./deletedTasks.ts";

const server = sharedServer();
const admin = sharedUser(server, "admin", { name: "Ada" });
const bob = sharedUser(server, "member", { name: "Bob" });

afterEach(() => {
  jest.restoreAllMocks();
});

const path = (id: string) => `/api/tasks/${id}`;

const create = async (fields: object = {}) =>
  (await createTask(admin, { title: "Water the plants", description: "All", ...fields })).id;

async function entries() {
  return (await auditOf(admin)).map((entry) => ({
    text: `${entry.actor.name} ${entry.action} ${entry.subject.kind} ${entry.subject.name}`,
    restorable: entry.restorable,
  }));
}

async function statusOf(by: TestUser, method: "GET" | "DELETE" | "POST", url: string) {
  return (await by.call(method, url)).status;
}

describe("a deleted task", () => {
  test("is missing from page, comments, list, search, board and counts", async () => {
    const id = await create();
    await bob.call("POST", `${path(id)}/comments`, { comment: "Done" });
    expect(await statusOf(bob, "DELETE", path(id))).toBe(204);
    for (const user of [admin, bob]) {
      expect(await statusOf(user, "GET", path(id))).toBe(404);
      expect(await statusOf(user, "GET", `${path(id)}/comments`)).toBe(404);
      const found = await user.call("GET", "/api/tasks/search?search=plants");
      expect(found.body).toMatchObject({ tasks: [], pagination: { total: 0 } });
      const { body: board } = await user.call("GET", "/api/kanban/board");
      expect(JSON.stringify(board)).not.toContain(id);
      const { body: stats } = await user.call("GET", "/api/dashboard/stats");
      expect(stats).toMatchObject({ total: 0 });
    }
  });
});

test("the comments of a deleted task are hidden from every reader until it is restored", async () => {
  const id = await create({ assignee_id: admin.user.id });
  const said = await bob.call("POST", `${path(id)}/comments`, { comment: "Zebra crossing" });
  const comment = `${path(id)}/comments/${(said.body as Comment).id}`;
  const readers = [
    `${path(id)}/comments`,
    "/api/tasks/search?search=zebra",
    "/api/activity",
    "/api/inbox",
    "/api/export",
  ];
  const shown = async () => {
    const found: string[] = [];
    for (const url of readers) {
      const { body } = await admin.call("GET", url);
      if (JSON.stringify(body).includes("Zebra")) found.push(url);
    }
    const own = await bob.call("GET", "/api/profile/export");
    return JSON.stringify(own.body).includes("Zebra") ? [...found, "own"] : found;
  };
  expect(await shown()).toEqual([...readers, "own"]);
  await bob.call("DELETE", path(id));
  expect(await shown()).toEqual([]);
  expect((await bob.call("PATCH", comment, { comment: "Zebra" })).status).toBe(404);
  expect(await statusOf(bob, "DELETE", comment)).toBe(404);
  await admin.call("POST", `${path(id)}/restore`);
  expect(await shown()).toEqual([...readers, "own"]);
});

describe("a restored task", () => {
  test("has its comments with the time of their edit and its place again, and an audit entry", async () => {
    const id = await create({ status: "Done" });
    const { body } = await bob.call("POST", `${path(id)}/comments`, { comment: "All of them" });
    const edited = { comment: "Half of them" };
    await bob.call("PATCH", `${path(id)}/comments/${(body as Comment).id}`, edited);
    const before = (await admin.call("GET", path(id))).body as TaskResponse;
    const comments = (await admin.call("GET", `${path(id)}/comments`)).body;
    server.clock.advance(1_000);
    await bob.call("DELETE", path(id));
    server.clock.advance(1_000);
    const restored = await admin.call("POST", `${path(id)}/restore`);
    expect([restored.status, restored.headers["etag"]]).toEqual([200, '"2"']);
    expect((await bob.call("GET", path(id))).body).toEqual({
      task: { ...before.task, version: 2, updated_at: server.clock.time.toISOString() },
    });
    expect((await bob.call("GET", `${path(id)}/comments`)).body).toEqual(comments);
    const found = await bob.call("GET", "/api/tasks/search?search=plants");
    expect(found.body).toMatchObject({ pagination: { total: 1 } });
    expect(await entries()).toEqual([
      { text: "Ada task.restored task Water the plants", restorable: undefined },
      { text: "Bob task.deleted task Water the plants", restorable: undefined },
    ]);
  });

  test("loses references to deleted users and teams; comments keep author names", async () => {
    const { id: team } = await createTeam(admin, "Crew");
    const id = await create({ assignee_id: bob.user.id, team_id: team });
    await bob.call("POST", `${path(id)}/comments`, { comment: "Mine" });
    await admin.call("DELETE", path(id));
    await admin.call("DELETE", `/api/users/${bob.user.id}`);
    await server.db.deleteFrom("teams").execute();
    expect(await statusOf(admin, "POST", `${path(id)}/restore`)).toBe(200);
    expect((await admin.call("GET", path(id))).body).toMatchObject({
      task: { assignee_id: null, team_id: null, created_by: admin.user.id },
    });
    expect((await admin.call("GET", `${path(id)}/comments`)).body).toMatchObject({
      comments: [{ comment: "Mine", user_name: "Bob" }],
    });
  });

  test("can be deleted and restored again; only the latest deletion can be undone", async () => {
    const id = await create();
    for (const round of [1, 2]) {
      await bob.call("DELETE", path(id));
      expect((await entries()).filter(({ restorable }) => restorable)).toHaveLength(1);
      server.clock.advance(1_000);
      expect([round, await statusOf(admin, "POST", `${path(id)}/restore`)]).toEqual([round, 200]);
      expect((await entries()).filter(({ restorable }) => restorable)).toHaveLength(0);
      server.clock.advance(1_000);
    }
    expect(await statusOf(admin, "POST", `${path(id)}/restore`)).toBe(404);
    expect(await entries()).toHaveLength(4);
  });

  test("is restored once by two admins at once", async () => {
    const id = await create();
    await bob.call("DELETE", path(id));
    const eve = await server.as("admin");
    const statuses = await Promise.all(
      [admin, eve].map((user) => statusOf(user, "POST", `${path(id)}/restore`)),
    );
    expect(new Set(statuses)).toEqual(new Set([200, 404]));
    expect(await entries()).toHaveLength(2);
  });
});

describe("a task with thousands of comments", () => {
  const COMMENTS = 2.5 * COMMENTS_PURGED;
  const counts = async () => ({
    comments: await countRows(server.db, server.db.selectFrom("comments").select("id")),
    tasks: await countRows(server.db, server.db.selectFrom("deleted_tasks").select("id")),
  });

  test("is deleted and restored in one transaction each, with all comments", async () => {
    const id = await create();
    await addComments(server, id, bob, { count: COMMENTS });
    const transactions = jest.spyOn(server.db, "transaction");
    expect(await statusOf(bob, "DELETE", path(id))).toBe(204);
    expect(transactions).toHaveBeenCalledTimes(1);
    expect(await statusOf(admin, "POST", `${path(id)}/restore`)).toBe(200);
    expect(transactions).toHaveBeenCalledTimes(2);
    expect((await bob.call("GET", `${path(id)}/comments`)).body).toMatchObject({ total: COMMENTS });
  });

  test.each([
    ["many", COMMENTS, "Hello", 3],
    ["long", 60, "Hello".repeat(1_000), 2],
  ])("with %s comments is purged in batches", async (_kind, count, comment, batches) => {
    const id = await create();
    await addComments(server, id, bob, { count, comment });
    await bob.call("DELETE", path(id));
    server.clock.advance(31 * DAY_MS);
    const transactions = jest.spyOn(server.db, "transaction");
    await purgeDeletedTasks(server.db, server.clock.time);
    expect(transactions.mock.calls.length).toBeGreaterThan(batches);
    expect(await counts()).toEqual({ comments: 0, tasks: 0 });
  });
});

test("purges tasks and comments 30 days after deletion, in batches", async () => {
  const other = await create();
  await bob.call("POST", `${path(other)}/comments`, { comment: "Stays" });
  const old = await create();
  await bob.call("POST", `${path(old)}/comments`, { comment: "Old" });
  await bob.call("DELETE", path(old));
  const template = await server.db
    .selectFrom("deleted_tasks")
    .selectAll()
    .executeTakeFirstOrThrow();
  const many = Array.from({ length: 450 }, (_, index) => ({ ...template, id: `old-${index}` }));
  await server.db.insertInto("deleted_tasks").values(many).execute();
  server.clock.advance(30 * DAY_MS - 1);
  await purgeDeletedTasks(server.db, server.clock.time);
  // Sessions have ended by now.
  const ada = await server.signIn(admin.user);
  expect(await statusOf(ada, "POST", `${path(old)}/restore`)).toBe(200);
  await ada.call("DELETE", path(old));
  server.clock.advance(2);
  const transactions = jest.spyOn(server.db, "transaction");
  await purgeDeletedTasks(server.db, server.clock.time);
  // At most 50 tasks each, so that requests have their turn.
  expect(transactions.mock.calls.length).toBeGreaterThan(450 / 50);
  const kept = server.db.selectFrom("deleted_tasks").select("id");
  const comments = server.db.selectFrom("comments").select("comment").orderBy("comment");
  expect(await kept.execute()).toEqual([{ id: old }]);
  expect(await comments.execute()).toEqual([{ comment: "Old" }, { comment: "Stays" }]);
  server.clock.advance(30 * DAY_MS);
  await purgeDeletedTasks(server.db, server.clock.time);
  expect(await kept.execute()).toEqual([]);
  expect(await comments.execute()).toEqual([{ comment: "Stays" }]);
  Object.assign(admin, await server.signIn(admin.user));
  expect(await statusOf(admin, "POST", `${path(old)}/restore`)).toBe(404);
  // Audit entries are never deleted.
  expect((await entries()).map(({ restorable }) => restorable)).toEqual(Array(3).fill(undefined));
});

test("purges few tasks at a time if their descriptions are long", async () => {
  await bob.call("DELETE", path(await create()));
  const template = await server.db
    .selectFrom("deleted_tasks")
    .selectAll()
    .executeTakeFirstOrThrow();
  const long = { ...template, description: "long ".repeat(20_000) };
  await insertRows(
    server.db,
    "deleted_tasks",
    Array.from({ length: 12 }, (_, index) => ({ ...long, id: `long-${index}` })),
  );
  const transactions = jest.spyOn(server.db, "transaction");
  await purgeDeletedTasks(server.db, new Date(server.clock.time.getTime() + 31 * DAY_MS));
  expect(transactions.mock.calls.length).toBeGreaterThan(12 / 3);
  expect(await countRows(server.db, server.db.selectFrom("deleted_tasks").select("id"))).toBe(0);
});
