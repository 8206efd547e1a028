import type { Checklist } from "./checklist.ts";
import type { Task, TaskStatus, TaskSummary } from "./task.ts";

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

/** A task on the board. */
export interface BoardTask extends TaskSummary {
  /** Beyond §7: the progress of the checklist in the description, if it has one. */
  checklist?: Checklist;
}

/** The tasks of each status (§3), the most recent arrival in a column first. */
export type Board<T extends TaskSummary = BoardTask> = Record<TaskStatus, T[]>;

/**
 * The board first shows only those done tasks that arrived within this many days. A button shows
 * the older ones.
 */
export const RECENT_DAYS = 14;

/** How many cards of Done are recent. Not in §7. */
export interface RecentDone {
  /**
   * The number of tasks that arrived in Done in the last {@link RECENT_DAYS} days. They are the first
   * ones of the column.
   */
  recentDone?: number;
}

/**
 * GET /api/kanban/board. Beyond §7, `?descriptions=none` leaves the descriptions out. The response
 * then has `recentDone` and the progress of checklists.
 */
export interface BoardResponse<T extends TaskSummary = Task> extends RecentDone {
  board: Board<T>;
}

/** A changed task. `before` is the task below it in its column; null at the bottom. */
export interface ChangedCard extends BoardTask {
  before: string | null;
}

/** The board's changes since an event. Cards are in the order of their columns. */
export interface BoardChanges extends RecentDone {
  /** The id of the last event included in these changes. */
  position: string;
  tasks: ChangedCard[];
  /** Ids of deleted tasks. */
  removed: string[];
}

/**
 * GET /api/kanban/changes?since={event id}, beyond §7. `reset`: the changes are unknown or too many,
 * so the client must read the whole board.
 */
export type BoardChangesResponse = BoardChanges | { reset: true };

/** PATCH /api/kanban/{id}/status */
export interface StatusUpdate {
  status: TaskStatus;
}
