import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { Comment } from "#contract/comment.ts";
import { type InboxResponse, positionOf } from "#contract/inbox.ts";
import type { Task, TaskResponse } from "#contract/task.ts";
import { openReader, type Reader } from "#server/testing/eventReader.ts";
import { startServer, type TestServer, type TestUser } from "#server/testing/server.ts";
import { ITEMS_MAX, pruneInboxes } from "./prune.ts";

const TODAY = "2026-03-15";
const YESTERDAY = "2026-03-14";

let server: TestServer;
let ada: TestUser;
let bob: TestUser;
let eve: TestUser;

beforeEach(async () => {
  server = await startServer();
  ada = await server.as("admin", { name: "Ada" });
  bob = await server.as("member", { name: "Bob" });
  eve = await server.as("member", { name: "Eve" });
});
afterEach(() => server.close());

async function create(by: TestUser, fields: Partial<Task> = {}): Promise<string> {
  const input = { title: "Tea", priority: "Low", ...fields };
  const { body } = await by.call("POST", "/api/tasks", input);
  server.clock.advance(1_000);
  return (body as TaskResponse).task.id;
}

async function comment(by: TestUser, taskId: string, text: string): Promise<Comment> {
  const { body } = await by.call("POST", `/api/tasks/${taskId}/comments`, { comment: text });
  server.clock.advance(1_000);
  return body as Comment;
}

const inboxOf = async ({ call }: TestUser): Promise<InboxResponse> =>
  (await call("GET", "/api/inbox")).body as InboxResponse;

/** The items as short texts; unread ones have a star. */
const linesOf = async (user: TestUser) =>
  (await inboxOf(user)).items.map(
    ({ kind, actor, task, comment, read }) =>
      `${read ? "" : "*"}${actor?.name ?? "-"} ${kind} ${task.title}${comment ? `: ${comment.excerpt}` : ""}`,
  );

const patch = async (by: TestUser, id: string, fields: Partial<Task>) =>
  await by.call("PATCH", `/api/tasks/${id}`, fields);

describe("an inbox gets", () => {
  test("assignments by others, newest first, and none by oneself", async () => {
    await create(bob);
    const id = await create(bob, { title: "Coffee", assignee_id: null });
    await create(ada, { title: "Cake", assignee_id: bob.user.id });
    await patch(eve, id, { assignee_id: bob.user.id });
    expect(await linesOf(bob)).toEqual(["*Eve assigned Coffee", "*Ada assigned Cake"]);
    expect(await inboxOf(bob)).toMatchObject({ unread: 2, hasOlder: false });
    expect((await inboxOf(ada)).items).toEqual([]);
  });

  test("no assignment that was undone", async () => {
    const id = await create(ada, { assignee_id: bob.user.id });
    await patch(ada, id, { assignee_id: eve.user.id });
    expect(await linesOf(bob)).toEqual([]);
    expect(await linesOf(eve)).toEqual(["*Ada assigned Tea"]);
  });

  test("tasks that an admin hands over", async () => {
    await create(bob);
    await ada.call("POST", `/api/users/${bob.user.id}/hand-over`, { to: eve.user.id });
    expect(await linesOf(eve)).toEqual(["*Ada assigned Tea"]);
  });

  test("comments on tasks that the user created or is assigned to", async () => {
    const id = await create(ada, { assignee_id: bob.user.id });
    await comment(eve, id, "Hello");
    await comment(bob, id, "Hi");
    await comment(eve, await create(eve), "To myself");
    expect(await linesOf(ada)).toEqual(["*Bob commented Tea: Hi", "*Eve commented Tea: Hello"]);
    expect(await linesOf(bob)).toEqual(["*Eve commented Tea: Hello", "*Ada assigned Tea"]);
    expect(await linesOf(eve)).toEqual([]);
  });

  test("one item for a comment that also mentions the user", async () => {
    const id = await create(ada, { assignee_id: bob.user.id });
    const { id: commentId } = await comment(eve, id, "@Ada, @Bob and @Eve");
    expect(await linesOf(ada)).toEqual(["*Eve mentioned Tea: @Ada, @Bob and @Eve"]);
    expect((await inboxOf(ada)).items[0]).toMatchObject({
      task: { id },
      comment: { id: commentId },
    });
  });

  test("a mention that an edit of the comment adds", async () => {
    const id = await create(ada);
    const { id: commentId } = await comment(eve, id, "Hello");
    await ada.call("POST", "/api/inbox/read", { ids: commentId });
    const url = `/api/tasks/${id}/comments/${commentId}`;
    await eve.call("PATCH", url, { comment: "Hello all" });
    expect(await linesOf(ada)).toEqual(["Eve commented Tea: Hello all"]);
    await eve.call("PATCH", url, { comment: "Hello @Ada" });
    expect(await linesOf(ada)).toEqual(["*Eve mentioned Tea: Hello @Ada"]);
  });

  test("nothing if the user is deactivated", async () => {
    const id = await create(bob, { assignee_id: null });
    await ada.call("PUT", `/api/users/${bob.user.id}`, { is_active: false });
    await comment(eve, id, "Hello @Bob");
    expect(await server.db.selectFrom("notifications").selectAll().execute()).toEqual([]);
  });

  test("an item once if the request is repeated", async () => {
    const send = async () =>
      await server.app.inject({
        method: "POST",
        url: "/api/tasks",
        headers: {
          authorization: `Bearer ${ada.accessToken}`,
          "idempotency-key": "0123456789abcdef",
        },
        payload: { title: "Tea", priority: "Low", assignee_id: bob.user.id },
      });
    await send();
    await send();
    expect(await linesOf(bob)).toEqual(["*Ada assigned Tea"]);
  });
});

test("items of deleted comments and tasks vanish, and return with a restored task", async () => {
  const id = await create(ada, { assignee_id: bob.user.id });
  await comment(eve, id, "One");
  const two = await comment(eve, id, "Two");
  await eve.call("DELETE", `/api/tasks/${id}/comments/${two.id}`);
  const left = ["*Eve commented Tea: One", "*Ada assigned Tea"];
  expect(await linesOf(bob)).toEqual(left);
  await ada.call("DELETE", `/api/tasks/${id}`);
  expect(await inboxOf(bob)).toEqual({ items: [], unread: 0, hasOlder: false });
  await ada.call("POST", `/api/tasks/${id}/restore`);
  expect(await linesOf(bob)).toEqual(left);
});

test("an item keeps the name of an actor who is deleted", async () => {
  await create(eve, { assignee_id: bob.user.id });
  await ada.call("DELETE", `/api/users/${eve.user.id}`);
  expect(await linesOf(bob)).toEqual(["*Eve assigned Tea"]);
  await ada.call("DELETE", `/api/users/${bob.user.id}`);
  expect(await server.db.selectFrom("notifications").selectAll().execute()).toEqual([]);
});

describe("due tasks", () => {
  const due = async (title: string, due_date: string, more: Partial<Task> = {}) => {
    const id = await create(bob, { title, ...more });
    await server.db.updateTable("tasks").set({ due_date }).where("id", "=", id).execute();
    return id;
  };

  const advanceDays = (days: number) => server.clock.advance(days * 24 * 60 * 60 * 1000);

  test("of today, and overdue ones, come first", async () => {
    await due("Today", TODAY);
    await due("Yesterday", YESTERDAY);
    await due("Long ago", "2026-03-13");
    await due("Tomorrow", "2026-03-16");
    await due("Done", TODAY, { status: "Done" });
    await due("Of another user", TODAY, { assignee_id: eve.user.id });
    await create(ada, { assignee_id: bob.user.id });
    expect(await linesOf(bob)).toEqual([
      "*- due_today Today",
      "*- overdue Yesterday",
      "*- overdue Long ago",
      "*Ada assigned Tea",
    ]);
    expect(await inboxOf(bob)).toMatchObject({ unread: 4 });
  });

  test("are read once as due today, and once as overdue", async () => {
    const id = await due("Report", TODAY);
    const letter = await due("Letter", YESTERDAY);
    await bob.call("POST", "/api/inbox/read", { ids: `due_today:${id}:${TODAY}` });
    await bob.call("POST", "/api/inbox/read", { ids: `due_today:${id}:${TODAY}` });
    expect(await linesOf(bob)).toEqual(["- due_today Report", "*- overdue Letter"]);
    await bob.call("POST", "/api/inbox/read", { ids: `overdue:${letter}:${YESTERDAY}` });
    expect(await linesOf(bob)).toEqual(["- due_today Report", "- overdue Letter"]);
    advanceDays(1);
    expect(await linesOf(bob)).toEqual(["*- overdue Report"]);
  });

  test("stay until they are read, if the user was away when they became overdue", async () => {
    const report = await due("Report", TODAY);
    advanceDays(2);
    await due("Imported with an old date", "2025-01-01");
    expect(await linesOf(bob)).toEqual([
      "*- overdue Report",
      "*- overdue Imported with an old date",
    ]);
    expect((await inboxOf(bob)).items[0]).toMatchObject({ due: TODAY });
    await bob.call("POST", "/api/inbox/read", { ids: `overdue:${report}:${TODAY}` });
    // The read mark of an overdue task is kept for longer than that of a task due today (three
    // days).
    advanceDays(4);
    await pruneInboxes(server.db, server.clock.time);
    expect(await linesOf(bob)).toEqual(["*- overdue Imported with an old date"]);
    await patch(bob, report, { status: "Done" });
    await pruneInboxes(server.db, server.clock.time);
    expect(await server.db.selectFrom("notifications").selectAll().execute()).toEqual([]);
  });

  test("that are unread are shown before read ones, in a bounded response", async () => {
    const dates = Array.from(
      { length: 26 },
      (_none, at) => `2026-02-${`${at + 1}`.padStart(2, "0")}`,
    );
    for (const date of dates) await due(date, date);
    const shown = (await inboxOf(bob)).items;
    expect(shown).toHaveLength(25);
    await bob.call("POST", "/api/inbox/read", { ids: shown.map(({ id }) => id).join(",") });
    expect(await inboxOf(bob)).toMatchObject({
      unread: 1,
      items: { 0: { task: { title: dates[0] } } },
    });
  });

  test("are those of the user's own calendar day", async () => {
    await due("Report", "2026-03-16");
    const headers = { authorization: `Bearer ${bob.accessToken}`, "x-time-zone": "Asia/Tokyo" };
    server.clock.time = new Date("2026-03-15T16:00:00.000Z");
    const url = "/api/inbox";
    const answer = await server.app.inject({ method: "GET", url, headers });
    expect(answer.json<InboxResponse>().items).toMatchObject([{ kind: "due_today" }]);
    expect(await linesOf(bob)).toEqual([]);
  });

  test("of other users or other days can't be marked as read", async () => {
    const id = await due("Report", TODAY, { assignee_id: eve.user.id });
    const ids = [`due_today:${id}:${TODAY}`, `overdue:${id}:${TODAY}`, "due_today:x:y"].join(",");
    expect(await bob.call("POST", "/api/inbox/read", { ids })).toMatchObject({ status: 204 });
    const rows = await server.db
      .selectFrom("notifications")
      .selectAll()
      .where("kind", "=", "due_today")
      .execute();
    expect(rows).toEqual([]);
  });
});

describe("reading", () => {
  test("marks items up to an instant, and only one's own", async () => {
    const id = await create(ada, { assignee_id: bob.user.id });
    await comment(eve, id, "One");
    const [newest] = (await inboxOf(bob)).items;
    await comment(eve, id, "Two");
    await bob.call("POST", "/api/inbox/read", { until: newest?.at });
    expect(await linesOf(bob)).toEqual([
      "*Eve commented Tea: Two",
      "Eve commented Tea: One",
      "Ada assigned Tea",
    ]);
    expect(await inboxOf(ada)).toMatchObject({ unread: 2 });
  });

  test.each([
    [{}, "body"],
    [{ ids: "x".repeat(200) }, "ids"],
    [{ ids: Array.from({ length: 101 }, (_none, at) => `id${at}`).join(",") }, "ids"],
    [{ ids: ["a"] }, "ids"],
    [{ until: "yesterday" }, "until"],
    [{ until: "2026-03-15T12:00:00Z" }, "until"],
  ])("refuses %j", async (body, param) => {
    const answer = await bob.call("POST", "/api/inbox/read", body);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ param }] } });
  });
});

test("the pages are bounded, and the count is not", async () => {
  const task_id = await create(eve, { assignee_id: bob.user.id });
  const rows = Array.from({ length: 60 }, (_none, at) => ({
    user_id: bob.user.id,
    id: `n${at}`,
    kind: "assigned" as const,
    task_id,
    actor_id: eve.user.id,
    actor_name: "Eve",
    created_at: new Date(Date.UTC(2026, 2, 14, 0, at)).toISOString(),
  }));
  await server.db.insertInto("notifications").values(rows).execute();
  const first = await inboxOf(bob);
  expect([first.items.length, first.unread, first.hasOlder]).toEqual([50, 61, true]);
  const [last] = first.items.slice(-1);
  if (!last) throw new Error("no item");
  // The next page starts after this item, even if the item has been deleted.
  await server.db.deleteFrom("notifications").where("id", "=", last.id).execute();
  const url = `/api/inbox?before=${encodeURIComponent(positionOf(last))}`;
  const older = (await bob.call("GET", url)).body as InboxResponse;
  expect([older.items.length, older.unread, older.hasOlder]).toEqual([11, 60, false]);
  const ids = [...first.items, ...older.items].map(({ id }) => id);
  expect(new Set(ids).size).toBe(61);
});

test.each(["n1", "2026-03-15,n1", `${TODAY}T00:00:00.000Z,`, `${TODAY}T00:00:00.000Z,a,b`])(
  "refuses %j as a place in the inbox",
  async (before) => {
    const answer = await bob.call("GET", `/api/inbox?before=${encodeURIComponent(before)}`);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ param: "before" }] } });
  },
);

describe("a kind that is turned off", () => {
  const turn = async (user: TestUser, changes: object) =>
    await user.call("PUT", "/api/inbox/settings", changes);
  const ALL = { mentioned: true, assigned: true, commented: true, due_today: true, overdue: true };

  test("stays off until it is turned on", async () => {
    expect(await bob.call("GET", "/api/inbox/settings")).toMatchObject({ status: 200, body: ALL });
    expect(await turn(bob, { assigned: false, overdue: false })).toMatchObject({
      body: { ...ALL, assigned: false, overdue: false },
    });
    await turn(bob, { assigned: false });
    await create(ada, { assignee_id: bob.user.id });
    expect(await linesOf(bob)).toEqual([]);
    expect((await turn(bob, { assigned: true })).body).toEqual({ ...ALL, overdue: false });
    await create(ada, { title: "Cake", assignee_id: bob.user.id });
    expect(await linesOf(bob)).toEqual(["*Ada assigned Cake"]);
    expect((await ada.call("GET", "/api/inbox/settings")).body).toEqual(ALL);
  });

  test("doesn't hide a comment that also concerns the user in another way", async () => {
    await turn(ada, { mentioned: false });
    const id = await create(ada);
    await comment(eve, id, "@Ada");
    expect(await linesOf(ada)).toEqual(["*Eve commented Tea: @Ada"]);
    await turn(ada, { commented: false });
    await comment(eve, id, "@Ada again");
    expect((await inboxOf(ada)).items).toHaveLength(1);
  });

  test("hides due tasks", async () => {
    await create(bob, { due_date: TODAY });
    await turn(bob, { due_today: false });
    expect(await linesOf(bob)).toEqual([]);
  });

  test("must be a boolean", async () => {
    expect(await turn(bob, { assigned: "no" })).toMatchObject({
      status: 400,
      body: { errors: [{ param: "assigned", msg: "Assigned must be true or false" }] },
    });
  });
});

describe("events", () => {
  const readers: Reader[] = [];
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.close();
  });

  async function open(user: TestUser): Promise<Reader> {
    const reader = await openReader(server, user);
    readers.push(reader);
    return reader;
  }
  const inboxesIn = (reader: Reader) =>
    reader
      .changes()
      .filter((change) => (change as { type: string }).type === "inbox")
      .map((change) => (change as { id: string }).id);

  /** Waits until a reader has received everything that was published so far. */
  async function settled(...all: Reader[]) {
    const id = `mark-${Math.random()}`;
    server.deps.events.publish({ type: "team", id, change: "updated", by: null });
    while (
      !all.every((one) => one.changes().some((change) => (change as { id: string }).id === id))
    ) {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  test("reach only the streams of the notified user", async () => {
    const [ofBob, ofEve] = [await open(bob), await open(eve)];
    const id = await create(ada, { assignee_id: bob.user.id });
    await comment(eve, id, "Hello");
    await bob.call("POST", "/api/inbox/read", { until: "2026-03-15T13:00:00.000Z" });
    await settled(ofBob, ofEve);
    expect(inboxesIn(ofBob)).toEqual([bob.user.id, bob.user.id, bob.user.id]);
    expect(inboxesIn(ofEve)).toEqual([]);
  });

  test("tell an assignee that their due tasks have changed", async () => {
    const id = await create(bob, { due_date: "2026-05-01" });
    const ofBob = await open(bob);
    await patch(ada, id, { priority: "High" });
    await patch(ada, id, { due_date: TODAY });
    await bob.call("PATCH", `/api/kanban/${id}/status`, { status: "In Progress" });
    await bob.call("PATCH", `/api/kanban/${id}/status`, { status: "Done" });
    await settled(ofBob);
    expect(inboxesIn(ofBob)).toEqual([bob.user.id, bob.user.id]);
  });
});

test("items are pruned by age and number", async () => {
  const task_id = await create(eve, { assignee_id: bob.user.id });
  const row = { user_id: bob.user.id, kind: "assigned" as const, task_id, actor_id: eve.user.id };
  const at = (day: number, minute: number) =>
    new Date(Date.UTC(2026, 2, day, 0, minute)).toISOString();
  const many = Array.from({ length: ITEMS_MAX + 250 }, (_none, index) => ({
    ...row,
    id: `n${index}`,
    actor_name: "Eve",
    created_at: at(14, index),
  }));
  const others = [
    { ...row, id: "old", actor_name: "Eve", created_at: "2025-12-01T00:00:00.000Z" },
    { ...row, id: "due", kind: "overdue" as const, actor_name: "Bob", created_at: at(1, 0) },
  ];
  await server.db
    .insertInto("notifications")
    .values([...many, ...others])
    .execute();
  await create(ada, { assignee_id: eve.user.id });
  await pruneInboxes(server.db, server.clock.time);
  const left = await server.db.selectFrom("notifications").select(["user_id", "id"]).execute();
  const ofBob = left.filter(({ user_id }) => user_id === bob.user.id).map(({ id }) => id);
  expect(ofBob).toHaveLength(ITEMS_MAX);
  expect(ofBob).toContain(`n${many.length - 1}`);
  expect(ofBob).not.toContain("n0");
  expect(left).toHaveLength(ITEMS_MAX + 1);
});
