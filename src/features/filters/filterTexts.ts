import { type DueRange, dueRangeIn, spanIn } from "#contract/due.ts";
import { NOBODY } from "#contract/task.ts";
import { formatDay } from "#lib/dates/day.ts";

/** The texts of the ranges. `overdue` is a filter of its own, because links of the dashboard set it. */
export const DUE_LABELS: Readonly<Record<DueRange | "overdue", string>> = {
  overdue: "Overdue",
  today: "Due today",
  week: "Due this week",
  "next-week": "Due next week",
  none: "No due date",
};

/** The text of any value of the filter `due`. */
export function dueLabel(due: string): string {
  const range = dueRangeIn(due);
  if (range) return DUE_LABELS[range];
  const span = spanIn(due);
  if (!span) return `Open and due ${formatDay(due)}`;
  const { from, to } = span;
  if (from && to) return `Due ${formatDay(from)} – ${formatDay(to)}`;
  return from ? `Due from ${formatDay(from)}` : `Due until ${formatDay(to ?? "")}`;
}

/** The text of the filter `team`. */
export function teamLabel(team: string, name: string | undefined): string {
  if (team === NOBODY) return "No team";
  return name ? `Team ${name}` : "One team";
}

/** The text of the filter `created_by`. */
export const creatorLabel = (isMe: boolean): string =>
  isMe ? "Created by me" : "Created by one person";

/** The text of the filter `delegated`: tasks that their creator waits for. */
export const DELEGATED_LABEL = "Waiting on others";
