import type { Task, TaskInput } from "#contract/task.ts";
import type { BulkState } from "#features/bulk/bulk.ts";

/**
 * The requested action. `field` and `to` are words for the user, such as "priority" and "High";
 * `to` null clears the field.
 */
export type TaskBulkAction =
  | { kind: "edit"; field: string; to: string | null }
  | { kind: "delete" }
  | { kind: "undo"; of: "edit" | "delete" };

/** A call: with `etag`, it changes only that version of the task. */
export type TaskBulkChange =
  | { patch: Partial<TaskInput>; etag?: string }
  | { remove: true }
  | { restore: true };

export type TaskBulkState = BulkState<TaskBulkAction, TaskBulkChange>;

/** The part of the store's state that this feature reads. */
export interface WithTaskBulk {
  taskBulk: TaskBulkState;
}

export const selectTaskBulk = ({ taskBulk }: WithTaskBulk): TaskBulkState => taskBulk;

/** Why the last action could not change a task. */
export const selectBulkFailure = ({ taskBulk }: WithTaskBulk, id: Task["id"]): string | undefined =>
  taskBulk.failed.find((failure) => failure.id === id)?.reason;
