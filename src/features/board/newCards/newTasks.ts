import { createSelector } from "@reduxjs/toolkit";
import { COLUMN_LABELS } from "#contract/board.ts";
import { TASK_STATUSES, type TaskStatus } from "#contract/task.ts";
import type { NewTask, WithChanges } from "#features/changes/queue/change.ts";
import { shownIn } from "#features/changes/queue/pendingChange.ts";
import { taskIn } from "#features/changes/queue/responses.ts";
import { selectSnapshot } from "#features/changes/shown/shownBoard.ts";

/** A new task that the board doesn't show yet. */
export interface PendingTask extends Pick<NewTask, "status" | "assignee_id" | "due_date"> {
  key: string;
  /** Its id, once the server has created it. */
  createdId: string | undefined;
  title: string;
  /** Why the server has refused it; null if it hasn't. */
  reason: string | null;
}

/** The new tasks that the board doesn't show yet, in the order of the user's actions. */
export const selectNewTasks = createSelector(
  [({ changes }: WithChanges) => changes.entries, selectSnapshot],
  (entries, snapshot): readonly PendingTask[] =>
    Object.entries(entries).flatMap(([key, { new: change }]) => {
      const want = change && shownIn(change);
      if (!want?.task) return [];
      const createdId = change?.phase === "confirmed" ? change.known.createdId : undefined;
      if (createdId !== undefined && taskIn(snapshot, createdId)) return [];
      const reason = change?.phase === "refused" ? change.reason : null;
      return [{ key, createdId, title: want.title, ...want.task, reason }];
    }),
);

/** Where a line for a new task is: in a column of the board, or a group of the user's work. */
export interface NewTaskPlace {
  /** Names the line's draft. */
  id: string;
  label: string;
  status: TaskStatus;
  /** The due date of a line that names none. */
  due_date?: string | null | undefined;
  /** Whether it shows a new task. */
  holds: (task: PendingTask) => boolean;
}

/** The columns of the board as places for new tasks. */
export const COLUMN_PLACES = Object.fromEntries(
  TASK_STATUSES.map((status) => [
    status,
    {
      id: status,
      label: COLUMN_LABELS[status],
      status,
      holds: (task: PendingTask) => task.status === status,
    },
  ]),
) as Readonly<Record<TaskStatus, NewTaskPlace>>;
