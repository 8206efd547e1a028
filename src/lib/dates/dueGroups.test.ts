import { expect, test } from "@jest/globals";
import { type DueGroup, dayFor, dueGroupOf } from "./dueGroups.ts";

// A Wednesday.
const TODAY = "2026-03-11";

test.each([
  [null, "Todo", "none"],
  ["2026-03-10", "Todo", "overdue"],
  ["2026-03-10", "Done", "past"],
  ["2026-03-11", "Done", "today"],
  ["2026-03-12", "Todo", "week"],
  ["2026-03-15", "Todo", "week"],
  ["2026-03-16", "Todo", "next-week"],
  ["2026-03-22", "Todo", "next-week"],
  ["2026-03-23", "Todo", "later"],
] as const)("a task due %s that is %s is in the group %s", (due_date, status, group) => {
  expect(dueGroupOf({ due_date, status }, TODAY)).toBe(group);
});

test("on a Sunday this week has no further day", () => {
  const task = { due_date: "2026-03-16", status: "Todo" } as const;
  expect(dueGroupOf(task, "2026-03-15")).toBe("next-week");
});

test.each<[string, (string | null | undefined)[]]>([
  ["2026-03-11", ["2026-03-11", "2026-03-13", "2026-03-16", "2026-03-23", null, undefined]],
  ["2026-03-13", ["2026-03-13", "2026-03-15", "2026-03-16", "2026-03-23", null, undefined]],
  ["2026-03-15", ["2026-03-15", undefined, "2026-03-16", "2026-03-23", null, undefined]],
])("on %s a task that moves to a group gets a day of that group", (today, days) => {
  const groups: DueGroup[] = ["today", "week", "next-week", "later", "none", "overdue"];
  expect(groups.map((group) => dayFor(group, today))).toEqual(days);
  for (const group of groups) {
    const due_date = dayFor(group, today);
    if (due_date !== undefined) expect(dueGroupOf({ due_date, status: "Todo" }, today)).toBe(group);
  }
});
