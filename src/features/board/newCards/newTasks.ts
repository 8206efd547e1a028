import { createSelector } from "@reduxjs/toolkit";
import type { TaskStatus } from "#contract/task.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { shownIn } from "#features/changes/queue/pendingChange.ts";
import { taskIn } from "#features/changes/queue/responses.ts";
import { selectSnapshot } from "#features/changes/shown/shownBoard.ts";

/** A new task that the board doesn't show yet. */
export interface PendingTask {
  key: string;
  title: string;
  status: TaskStatus;
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
      return [{ key, title: want.title, status: want.task.status, reason }];
    }),
);

/** Whether a column has new tasks. */
export const selectHasNewTasks = (state: WithChanges, status: TaskStatus): boolean =>
  selectNewTasks(state).some((task) => task.status === status);
