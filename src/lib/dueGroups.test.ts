import { expect, test } from "@jest/globals";
import { dueGroupOf } from "./dueGroups.ts";

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
