import { describe, expect, test } from "@jest/globals";
import { inboxOf, inboxServer, linesOf, patch, TODAY } from "#server/testing/inbox.ts";
import { insertRows } from "#server/testing/rows.ts";
import type { TestUser } from "#server/testing/server.ts";

const { server, ada, bob, eve, create, comment } = inboxServer();

/* server/testing/agreement/ compares the items of all inboxes with the changes. */

describe("an inbox gets", () => {
  test("assignments by others, newest first, and none by oneself or that was undone", async () => {
    await create(bob);
    const id = await create(bob, { title: "Coffee", assignee_id: null });
    await create(ada, { title: "Cake", assignee_id: bob.user.id });
    await patch(eve, id, { assignee_id: bob.user.id });
    expect(await linesOf(bob)).toEqual(["*Eve assigned Coffee", "*Ada assigned Cake"]);
    expect(await inboxOf(bob)).toMatchObject({ unread: 2, hasOlder: false });
    expect((await inboxOf(ada)).items).toEqual([]);
    await patch(eve, id, { assignee_id: eve.user.id });
    expect(await linesOf(bob)).toEqual(["*Ada assigned Cake"]);
  });

  test("a mention of a name that thousands of users have", async () => {
    const namesakes = Array.from({ length: 3_300 }, (_none, index) => {
      const email = `support-${index}@example.com`;
      return { ...bob.user, id: email, name: "Support", email, email_key: email };
    });
    await insertRows(server.db, "users", namesakes);
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

describe("a kind that is turned off", () => {
  const turn = async (user: TestUser, changes: object) =>
    await user.call("PUT", "/api/inbox/settings", changes);
  const ALL = { mentioned: true, assigned: true, commented: true, due_today: true, overdue: true };

  test("stays off until it is turned on", async () => {
    expect(await bob.call("GET", "/api/inbox/settings")).toMatchObject({ status: 200, body: ALL });
    expect(await turn(bob, { assigned: false, due_today: false })).toMatchObject({
      body: { ...ALL, assigned: false, due_today: false },
    });
    await turn(bob, { assigned: false });
    await create(bob, { due_date: TODAY });
    await create(ada, { assignee_id: bob.user.id });
    await create(eve);
    await ada.call("POST", `/api/users/${eve.user.id}/hand-over`, { to: bob.user.id });
    expect(await linesOf(bob)).toEqual([]);
    expect((await turn(bob, { assigned: true })).body).toEqual({ ...ALL, due_today: false });
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
});
