import { afterEach, describe, expect, test } from "@jest/globals";
import { openReader, type Reader } from "#server/testing/eventReader.ts";
import { inboxServer, patch, TODAY } from "#server/testing/inbox.ts";
import type { TestUser } from "#server/testing/server.ts";
import { until } from "#server/testing/until.ts";

const { server, ada, bob, eve, create, comment } = inboxServer();

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
    const hasMark = (one: Reader) =>
      one.changes().some((change) => (change as { id: string }).id === id);
    await until(() => all.every(hasMark));
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

  test("tell the receiver of a bulk hand-over", async () => {
    await create(eve, { assignee_id: eve.user.id });
    const ofBob = await open(bob);
    await ada.call("POST", "/api/user-runs", {
      user_ids: eve.user.id,
      confirm_count: 1,
      action: "deactivate",
      hand_over_to: bob.user.id,
    });
    await settled(ofBob);
    expect(inboxesIn(ofBob)).toEqual([bob.user.id]);
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
