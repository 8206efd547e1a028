import { useMemo } from "react";
import { shallowEqual, useSelector } from "react-redux";
import type { TaskSummary } from "#contract/shapes/task.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import {
  type AnyTask,
  newestTask,
  requestedAt,
  selectShowing,
  tasksIn,
} from "#features/changes/queue/responses.ts";
import { foldTask, foldTasks } from "./foldTasks.ts";

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

const sameShowing = (a: Showings, b: Showings): boolean =>
  a.length === b.length &&
  a.every(
    ({ data, requested }, index) => data === b[index]?.data && requested === b[index]?.requested,
  );

type Showings = ReturnType<typeof selectShowing>;

/** The tasks of all cached responses with their changes, each as in the newest one. */
export function useKnownTasks(): readonly TaskSummary[] {
  const responses = useSelector(selectShowing, sameShowing);
  const entries = useSelector(({ changes }: WithChanges) => changes.entries);
  return useMemo(() => {
    const known = new Map<string, TaskSummary>();
    for (const { data, requested } of responses)
      for (const task of tasksIn(data))
        if (!known.has(task.id)) known.set(task.id, foldTask(task, entries, requested));
    return [...known.values()];
  }, [responses, entries]);
}

/**
 * A task with its changes, as in its own response. Until that arrives, as in the newest board or list
 * that has it.
 */
export function useShownTask<T extends AnyTask>(
  id: string,
  task: T | null | undefined,
  requestId: string | undefined,
): T | AnyTask | undefined {
  const entries = useSelector(({ changes }: WithChanges) => changes.entries);
  const newest = useSelector(
    (state: WithChanges) => (task ? undefined : newestTask(state, id)),
    shallowEqual,
  );
  const requested = useSelector(({ changes }: WithChanges) => requestedAt(changes, requestId));
  if (task) return foldTask(task, entries, requested);
  return newest && foldTask(newest.task, entries, newest.requested);
}
