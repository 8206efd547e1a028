import { expect, test } from "@jest/globals";
import { dueChangedFor } from "./dueChanged.ts";

const NOW = new Date("2026-03-15T12:00:00.000Z");
const task = (due_date: string | null, more: { assignee_id?: string; status?: "Done" } = {}) => ({
  assignee_id: "ada",
  status: "Todo" as const,
  due_date,
  ...more,
});

test.each([
  ["2026-03-14", ["ada"]],
  ["2026-03-15", ["ada"]],
  // Its day has begun in the east.
  ["2026-03-16", ["ada"]],
  ["2026-03-17", []],
  [null, []],
])("a new task that is due on %s changes the inboxes of %j", (due_date, expected) => {
  expect(dueChangedFor(null, task(due_date), NOW)).toEqual(expected);
});

test("a due task that gets another assignee changes both inboxes", () => {
  const [before, after] = [task("2026-03-15"), task("2026-03-15", { assignee_id: "bob" })];
  expect(dueChangedFor(before, after, NOW)).toEqual(["ada", "bob"]);
});

test("a due task that is done, or due on another day, changes its assignee's inbox", () => {
  const before = task("2026-03-15");
  expect(dueChangedFor(before, task("2026-03-15", { status: "Done" }), NOW)).toEqual(["ada"]);
  expect(dueChangedFor(before, task("2026-03-14"), NOW)).toEqual(["ada", "ada"]);
  expect(dueChangedFor(before, task("2026-03-15"), NOW)).toEqual([]);
});
