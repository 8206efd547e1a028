import { COLUMN_LABELS } from "#contract/board.ts";
import { TASK_STATUSES, type TaskStatus } from "#contract/task.ts";

/** The status of the column with this droppable id, or null. */
export function asStatus(id: string | undefined): TaskStatus | null {
  return TASK_STATUSES.find((status) => status === id) ?? null;
}

/* The positions are like "3 of 12". A dropped card lands at the top of another column. */

export const lifted = (title: string, from: TaskStatus, position: string): string =>
  `Lifted ${title} in ${COLUMN_LABELS[from]}. ${position}.`;

export const over = (column: TaskStatus | null, position: string): string =>
  column ? `Over ${COLUMN_LABELS[column]}. ${position}.` : "Not over a column.";

/** `to` is null for a drop outside. */
export function dropped(
  title: string,
  from: TaskStatus,
  to: TaskStatus | null,
  position: string,
): string {
  return to && to !== from
    ? `Dropped in ${COLUMN_LABELS[to]}. ${position}.`
    : `${title} stays in ${COLUMN_LABELS[from]}. ${position}.`;
}

export const cancelled = (title: string, from: TaskStatus, position: string): string =>
  `Cancelled. ${title} is back in ${COLUMN_LABELS[from]}. ${position}.`;
