import { expect, test } from "@jest/globals";
import { dueSpan } from "#contract/dueFilter.ts";
import type { ListedTask } from "#contract/shapes/task.ts";
import { NEW_TASK } from "#contract/taskFields.ts";
import { filtersOf, groupWeek } from "./useWeek.ts";

// A Wednesday.
const TODAY = "2026-03-11";
const task = (due_date: string | null, status: ListedTask["status"] = "Todo"): ListedTask => ({
  id: due_date ?? "none",
  ...NEW_TASK,
  title: "A task",
  status,
  due_date,
  created_at: "2026-03-01T00:00:00.000Z",
});

test("groups tasks by when they are due; one that was just done keeps its group", () => {
  const days = [null, "2026-03-10", "2026-03-11", "2026-03-15", "2026-03-16", "2026-04-01"];
  const groups = groupWeek([task("2026-03-09", "Done"), ...days.map((day) => task(day))], TODAY);
  expect(groups.map(({ group, tasks }) => [group, tasks.map(({ id }) => id).join()])).toEqual([
    ["overdue", "2026-03-09,2026-03-10"],
    ["today", "2026-03-11"],
    ["week", "2026-03-15"],
    ["later", "2026-03-16,2026-04-01"],
  ]);
});

test("the links to the list match the same days", () => {
  const spans = (["today", "week", "later"] as const).map((group) =>
    dueSpan(filtersOf(group, TODAY)["due"] ?? "", TODAY),
  );
  expect(spans).toEqual([
    { from: TODAY, to: TODAY },
    { from: "2026-03-12", to: "2026-03-15" },
    { from: "2026-03-16" },
  ]);
  expect(filtersOf("overdue", TODAY)).toEqual({ overdue: "true" });
});
