import { addDays } from "#contract/calendar.ts";
import { isOverdueOn } from "#contract/due.ts";
import { daysOf } from "#contract/dueFilter.ts";

type Dated = Parameters<typeof isOverdueOn>[0];

/** When a task is due, as people plan: the groups of the list, and those of a user's week. */
export type DueGroup = "past" | "overdue" | "today" | "week" | "next-week" | "later" | "none";

export const DUE_GROUP_LABELS: Readonly<Record<DueGroup, string>> = {
  past: "Done earlier",
  overdue: "Overdue",
  today: "Today",
  week: "This week",
  "next-week": "Next week",
  later: "Later",
  none: "No date",
};

/**
 * The group of a task on `today`. Weeks begin on Monday. A task that is done is not overdue: with an earlier
 * day it is in `past`.
 */
export function dueGroupOf(task: Dated, today: string): DueGroup {
  const { due_date: day } = task;
  if (!day) return "none";
  if (day < today) return isOverdueOn(task, today) ? "overdue" : "past";
  if (day === today) return "today";
  if (day <= daysOf("week", today).to) return "week";
  return day <= daysOf("next-week", today).to ? "next-week" : "later";
}

/** Friday, the last working day, as days after Monday. */
const FRIDAY = 4;

/**
 * The day that a task gets in a group: the end of this week, the beginning of a later one. Null for no
 * date; undefined for a group whose days are over.
 */
export function dayFor(group: DueGroup, today: string): string | null | undefined {
  const week = daysOf("week", today);
  const next = daysOf("next-week", today);
  if (group === "none") return null;
  if (group === "today") return today;
  if (group === "week") return [addDays(week.from, FRIDAY), week.to].find((day) => day > today);
  if (group === "next-week") return next.from;
  return group === "later" ? addDays(next.to, 1) : undefined;
}
