import { useMemo } from "react";
import { useSelector } from "react-redux";
import type { TaskSummary } from "#contract/task.ts";
import type { WithChanges } from "./change.ts";
import { foldTasks } from "./foldTasks.ts";
import { requestedAt } from "./responses.ts";

/**
 * The tasks of a response with their changes. Unchanged tasks keep their identity.
 *
 * @param requestId that of the query whose response it is
 */
export function useShownTasks<T extends TaskSummary>(
  tasks: readonly T[],
  requestId: string | undefined,
): readonly T[] {
  const entries = useSelector(({ changes }: WithChanges) => changes.entries);
  const requested = useSelector(({ changes }: WithChanges) => requestedAt(changes, requestId));
  return useMemo(() => foldTasks(tasks, entries, requested), [tasks, entries, requested]);
}

/** Like `useShownTasks`, for one task. */
export function useShownTask<T extends Partial<TaskSummary>>(
  task: T | null | undefined,
  requestId: string | undefined,
): T | null | undefined {
  const tasks = useMemo(() => (task ? [task as T & TaskSummary] : []), [task]);
  return useShownTasks(tasks, requestId)[0] ?? task;
}
