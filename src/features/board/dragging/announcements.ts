import { COLUMN_LABELS } from "#contract/board.ts";
import { TASK_STATUSES, type TaskStatus } from "#contract/task.ts";

export const DRAG_INSTRUCTIONS_ID = "how-to-move-a-card";

/** Screen readers read it with every card's link. */
export const DRAG_INSTRUCTIONS =
  "Press Enter to open the task, the arrow keys to go to other cards, or M for the card's menu. Press Space to lift the card, then the left and right arrow keys to choose a column, Space again to drop it, or Escape to cancel.";

/** The status of the column with this droppable id, or null. */
export function asStatus(id: string | undefined): TaskStatus | null {
  return TASK_STATUSES.find((status) => status === id) ?? null;
}

/* The positions are like "3 of 12". A dropped card lands on top of another column. */

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
