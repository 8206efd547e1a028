import { expect, test } from "@jest/globals";
import { positionOf } from "#contract/inbox.ts";
import type { InboxResponse } from "#contract/shapes/inbox.ts";
import { INBOX_ITEMS_MAX } from "#server/retention.ts";
import { inboxOf, inboxServer, linesOf } from "#server/testing/inbox.ts";
import { deleteAllOld } from "#server/testing/retention.ts";

const { server, ada, bob, eve, create, comment } = inboxServer();

test("reading marks items up to an instant, and only one's own", async () => {
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

test("items are pruned by age and number", async () => {
  const task_id = await create(eve, { assignee_id: bob.user.id });
  const row = { user_id: bob.user.id, kind: "assigned" as const, task_id, actor_id: eve.user.id };
  const at = (day: number, minute: number) =>
    new Date(Date.UTC(2026, 2, day, 0, minute)).toISOString();
  const many = Array.from({ length: INBOX_ITEMS_MAX + 250 }, (_none, index) => ({
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
  await deleteAllOld(server);
  const left = await server.db.selectFrom("notifications").select(["user_id", "id"]).execute();
  const ofBob = left.filter(({ user_id }) => user_id === bob.user.id).map(({ id }) => id);
  expect(ofBob).toHaveLength(INBOX_ITEMS_MAX);
  expect(ofBob).toContain(`n${many.length - 1}`);
  expect(ofBob).not.toContain("n0");
  expect(left).toHaveLength(INBOX_ITEMS_MAX + 1);
});
