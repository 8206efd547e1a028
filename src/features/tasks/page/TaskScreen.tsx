import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useDispatch, useSelector } from "react-redux";
import { ALWAYS_FRESH } from "#api/alwaysFresh.ts";
import type { WithApi } from "#api/api.ts";
import { selectIsOffline } from "#api/connectionEvents.ts";
import { statusOf } from "#api/errors.ts";
import type { TaskDetail } from "#api/taskResponses.ts";
import { undoNewest } from "#features/changes/actions/undo.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { useShownTask } from "#features/changes/shown/useShownTasks.ts";
import { LazyTaskDialog } from "#features/tasks/form/LazyTaskDialog.tsx";
import { useGetTaskQuery } from "#features/tasks/tasksApi.ts";
import { useCommand } from "#lib/commands/useCommand.ts";
import { usePageTitle } from "#lib/hooks.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { selectIsSignedIn } from "#session/sessionSlice.ts";
import { hasDescription, selectAssigneeName } from "./knownTask.ts";
import { TaskNotFound } from "./TaskNotFound.tsx";
import { TaskSkeleton } from "./TaskSkeleton.tsx";
import { type LeaveTask, TaskView } from "./TaskView.tsx";

/**
 * Whether the load failed permanently. It ignores an error of an earlier visit and an error while
 * offline, because the task is fetched again after both.
 */
function useHasFailed(id: string, error: unknown): boolean {
  const isOffline = useSelector(selectIsOffline);
  const [ignored, setIgnored] = useState({ id, error });
  if (ignored.id !== id || (isOffline && ignored.error !== error)) setIgnored({ id, error });
  return !!error && !isOffline && error !== ignored.error;
}

/** The task with its changes; until it arrives, its fields from a cached board or list. */
function useTaskToShow(id: string, task: TaskDetail | null | undefined, requestId?: string) {
  const shown: Partial<TaskDetail> | undefined = useShownTask(id, task, requestId);
  const name = useSelector((state: WithApi) => selectAssigneeName(state, task ? null : shown));
  return shown && name !== undefined ? { ...shown, assignee_name: name } : shown;
}

/** One task with its comments: a whole page, or over another screen. */
export function TaskScreen({
  id,
  onLeave,
  tools,
}: {
  id: string;
  onLeave: LeaveTask;
  /** More controls, beside the Back button. */
  tools?: ReactNode;
}) {
  const { currentData: task, error, isSuccess, requestId } = useGetTaskQuery(id, ALWAYS_FRESH);
  const dispatch = useDispatch<StoreDispatch<WithChanges>>();
  useCommand("undo", () => dispatch(undoNewest()));
  const hasFailed = useHasFailed(id, error);
  const isSignedIn = useSelector(selectIsSignedIn);
  // An open edit stays open even if the task is deleted.
  const [edited, setEdited] = useState<TaskDetail | null>(null);
  const status = statusOf(error);
  const missing = status === 404 || (isSuccess && task === null);
  const found = useTaskToShow(id, task, requestId);
  const shown = missing ? null : found;
  usePageTitle(missing ? "Task not found" : (shown?.title ?? "Task"));

  function screen() {
    if (missing) return <TaskNotFound />;
    // The listeners show the toast. After the end of a session the guards redirect.
    if (!task && hasFailed && isSignedIn) return <Left onLeave={onLeave} />;
    if (!shown) return <TaskSkeleton />;
    return (
      <TaskView
        key={id}
        task={{ description: "", ...shown } as TaskDetail}
        isPartial={!task}
        lacksDescription={!task && !hasDescription(shown)}
        onEdit={(shownTask) => task && setEdited(shownTask)}
        onLeave={onLeave}
        tools={tools}
      />
    );
  }

  return (
    <>
      {screen()}
      {edited?.id === id && (
        <LazyTaskDialog mode="edit" task={edited} onClose={() => setEdited(null)} />
      )}
    </>
  );
}

function Left({ onLeave }: { onLeave: LeaveTask }) {
  const leave = useEffectEvent(onLeave);
  useEffect(() => leave({ replace: true }), []);
  return null;
}
