import { addDays } from "#contract/calendar.ts";
import { daysOf, SPAN_MARK } from "#contract/dueFilter.ts";
import type { ListedTask } from "#contract/task.ts";
import type { Filters } from "#features/filters/listQuery.ts";
import { type DueGroup, dueGroupOf } from "#lib/dates/dueGroups.ts";

/** The groups of a user's week. `later` has next week too. */
export type WeekGroup = Extract<DueGroup, "overdue" | "today" | "week" | "later">;

export const WEEK_GROUPS: readonly WeekGroup[] = ["overdue", "today", "week", "later"];

/** A task that was just ticked stays in its group until the list is fetched again. */
function groupOf({ due_date }: ListedTask, today: string): WeekGroup | null {
  const group = dueGroupOf({ due_date, status: "Todo" }, today);
  if (group === "none" || group === "past") return null;
  return group === "next-week" ? "later" : group;
}

/** The groups that have tasks, in their order. Tasks without a due date are in none. */
export function groupWeek(
  tasks: readonly ListedTask[],
  today: string,
): { group: WeekGroup; tasks: ListedTask[] }[] {
  return WEEK_GROUPS.map((group) => ({
    group,
    tasks: tasks.filter((task) => groupOf(task, today) === group),
  })).filter(({ tasks: some }) => some.length > 0);
}

/** The filters of the task list that match a group. */
export function filtersOf(
  group: WeekGroup,
  today: string,
): Pick<Partial<Filters>, "due" | "overdue"> {
  const { to } = daysOf("week", today);
  if (group === "overdue") return { overdue: "true" };
  if (group === "today") return { due: "today" };
  if (group === "week") return { due: `${addDays(today, 1)}${SPAN_MARK}${to}` };
  return { due: `${addDays(to, 1)}${SPAN_MARK}` };
}
