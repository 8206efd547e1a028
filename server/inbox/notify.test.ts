import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { batchesOf } from "#server/db/batches.ts";
import {
  type InboxServer,
  inboxOf,
  linesOf,
  patch,
  startInboxServer,
} from "#server/testing/inbox.ts";
import type { TestServer, TestUser } from "#server/testing/server.ts";

let server: TestServer;
let ada: TestUser;
let bob: TestUser;
let eve: TestUser;
let create: InboxServer["create"];
let comment: InboxServer["comment"];

beforeEach(async () => {
  ({ server, ada, bob, eve, create, comment } = await startInboxServer());
});
afterEach(() => server.close());

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

  test("one item for the tasks that an admin hands over, but none if assignments are off", async () => {
    await create(bob);
    await ada.call("POST", `/api/users/${bob.user.id}/hand-over`, { to: eve.user.id });
    await eve.call("PUT", "/api/inbox/settings", { assigned: false });
    await create(bob);
    await ada.call("POST", `/api/users/${bob.user.id}/hand-over`, { to: eve.user.id });
    expect(await linesOf(eve)).toEqual(["*Ada assigned 1 tasks"]);
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

  test("a mention of a name that thousands of users have", async () => {
    const namesakes = Array.from({ length: 3_300 }, (_none, index) => {
      const email = `support-${index}@example.com`;
      return { ...bob.user, id: email, name: "Support", email, email_key: email };
    });
    for (const users of batchesOf(namesakes)) {
      await server.db.insertInto("users").values(users).execute();
    }
    await comment(eve, await create(ada), "@Support, please look");
    const items = server.db
      .selectFrom("notifications")
      .select("id")
      .where("kind", "=", "mentioned");
    expect(await items.execute()).toHaveLength(3_300);
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
