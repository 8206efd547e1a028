import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { type InboxServer, startInboxServer } from "#server/testing/inbox.ts";
import type { TestServer, TestUser } from "#server/testing/server.ts";
import { ITEMS_MAX, pruneInboxes } from "./prune.ts";

let server: TestServer;
let ada: TestUser;
let bob: TestUser;
let eve: TestUser;
let create: InboxServer["create"];

beforeEach(async () => {
  ({ server, ada, bob, eve, create } = await startInboxServer());
});
afterEach(() => server.close());

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
