import type { Task } from "#contract/task.ts";
import type { BulkState } from "#features/bulk/bulk.ts";

/** Deleting tasks, or restoring them as its undo. */
export type TaskBulkAction = "delete" | "restore";

export type TaskBulkState = BulkState<TaskBulkAction, TaskBulkAction>;

/** The part of the store's state that this feature reads. */
export interface WithTaskBulk {
  taskBulk: TaskBulkState;
}

export const selectTaskBulk = ({ taskBulk }: WithTaskBulk): TaskBulkState => taskBulk;

/** Why the last action could not change a task. */
export const selectBulkFailure = ({ taskBulk }: WithTaskBulk, id: Task["id"]): string | undefined =>
  taskBulk.failed.find((failure) => failure.id === id)?.reason;
