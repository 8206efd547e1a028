import { expect, test } from "@jest/globals";
import { dueSpan } from "#contract/dueFilter.ts";
import { filtersOf, groupOf } from "./useWork.ts";

// A Wednesday.
const TODAY = "2026-03-11";

test.each([
  ["2026-03-10", "overdue"],
  ["2026-03-11", "today"],
  ["2026-03-15", "week"],
  ["2026-03-16", "later"],
  ["2026-04-01", "later"],
  [null, "none"],
])("a task that is due on %s is in %s", (due_date, group) => {
  expect(groupOf({ due_date }, TODAY)).toBe(group);
});

test("the links to the list match the same days", () => {
  const spans = (["today", "week", "later", "none"] as const).map((group) =>
    dueSpan(filtersOf(group, TODAY)["due"] ?? "", TODAY),
  );
  expect(spans).toEqual([
    { from: TODAY, to: TODAY },
    { from: "2026-03-12", to: "2026-03-15" },
    { from: "2026-03-16" },
    null,
  ]);
  expect(filtersOf("overdue", TODAY)).toEqual({ overdue: "true" });
});
