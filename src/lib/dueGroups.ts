import { daysOf } from "#contract/due.ts";
import { isOverdueOn } from "./day.ts";

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
