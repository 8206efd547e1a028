import { describe, expect, test } from "@jest/globals";
import type { Task } from "#contract/shapes/task.ts";
import { inboxOf, inboxServer, linesOf, patch, TODAY } from "#server/testing/inbox.ts";
import { deleteAllOld } from "#server/testing/retention.ts";

const { server, ada, bob, eve, create } = inboxServer();

const YESTERDAY = "2026-03-14";

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
    await due("Of another user, overdue", YESTERDAY, { assignee_id: eve.user.id });
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
    await deleteAllOld(server);
    expect(await linesOf(bob)).toEqual(["*- overdue Imported with an old date"]);
    await patch(bob, report, { status: "Done" });
    await deleteAllOld(server);
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
    server.clock.time = new Date("2026-03-15T16:00:00.000Z");
    const zone = { "x-time-zone": "Asia/Tokyo" };
    const { body } = await bob.call("GET", "/api/inbox", undefined, zone);
    expect(body).toMatchObject({ items: [{ kind: "due_today" }] });
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
