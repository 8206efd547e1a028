import type { DueRange } from "#contract/dueFilter.ts";

/** The texts of the ranges. `overdue` is a filter of its own, because links of the dashboard set it. */
export const DUE_LABELS: Readonly<Record<DueRange | "overdue", string>> = {
  overdue: "Overdue",
  today: "Due today",
  week: "Due this week",
  "next-week": "Due next week",
  none: "No due date",
};

/** The text of the filter `created_by`. */
export const creatorLabel = (isMe: boolean): string =>
  isMe ? "Created by me" : "Created by one person";

/** The text of the filter `delegated`: tasks that their creator waits for. */
export const DELEGATED_LABEL = "Waiting on others";
