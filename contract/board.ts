import type { TaskStatus } from "./task.ts";

/** Column headings of the board (§2). */
export const COLUMN_LABELS: Readonly<Record<TaskStatus, string>> = {
  Todo: "To Do",
  "In Progress": "In Progress",
  Done: "Done",
};

/** The distance in px that the pointer moves before a drag begins (§9). */
export const DRAG_DISTANCE_PX = 8;
/**
 * The time in ms that a touch must hold before a drag begins, and the distance in px that it may
 * move until then (§9).
 */
export const TOUCH_HOLD_MS = 200;
export const TOUCH_TOLERANCE_PX = 8;

/**
 * A board of more than three times this many cards has at most this many cards per column, the
 * latest arrivals.
 */
export const COLUMN_MAX = 5_000;

/**
 * The board first shows only those done tasks that arrived within this many days. A button shows
 * the older ones.
 */
export const RECENT_DAYS = 14;

/** PATCH /api/kanban/{id}/status */
export interface StatusUpdate {
  status: TaskStatus;
  /**
   * Beyond §7: the move undoes the task's last one, so the task returns to its former place in the
   * column. Any other move puts it on top.
   */
  undo?: boolean | undefined;
}
