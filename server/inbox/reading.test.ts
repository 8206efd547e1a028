import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type InboxResponse, positionOf } from "#contract/inbox.ts";
import {
  type InboxServer,
  inboxOf,
  linesOf,
  startInboxServer,
  TODAY,
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
