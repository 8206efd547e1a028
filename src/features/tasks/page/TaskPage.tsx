import { useState } from "react";
import { useSelector } from "react-redux";
import { Navigate, useParams } from "react-router-dom";
import { ALWAYS_FRESH } from "#api/alwaysFresh.ts";
import { selectIsOffline } from "#api/connectionEvents.ts";
import { statusOf } from "#api/errors.ts";
import { selectListAddress } from "#features/filters/filtersSlice.ts";
import { LazyTaskDialog } from "#features/tasks/form/LazyTaskDialog.tsx";
import type { TaskDetail } from "#features/tasks/taskResponses.ts";
import { useGetTaskQuery } from "#features/tasks/tasksApi.ts";
import { usePageTitle } from "#lib/hooks.ts";
import { selectIsSignedIn } from "#session/sessionSlice.ts";
import { TaskNotFound } from "./TaskNotFound.tsx";
import { TaskSkeleton } from "./TaskSkeleton.tsx";
import { TaskView } from "./TaskView.tsx";

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

/** /tasks/{id} (§2): one task with its comments. */
export default function TaskPage() {
  const { id = "" } = useParams();
  const { currentData: task, error, isSuccess } = useGetTaskQuery(id, ALWAYS_FRESH);
  const list = useSelector(selectListAddress);
  const hasFailed = useHasFailed(id, error);
  const isSignedIn = useSelector(selectIsSignedIn);
  // An open edit stays open even if the task is deleted.
  const [edited, setEdited] = useState<TaskDetail | null>(null);
  const status = statusOf(error);
  const missing = status === 404 || (isSuccess && task === null);
  usePageTitle(missing ? "Task not found" : (task?.title ?? "Task"));

  function page() {
    if (missing) return <TaskNotFound />;
    if (task) {
      return <TaskView key={task.id} task={task} onEdit={() => setEdited(task)} />;
    }
    // The listeners show the toast. After the end of a session the guards redirect.
    if (hasFailed && isSignedIn) return <Navigate to={list} replace />;
    return <TaskSkeleton />;
  }

  return (
    <>
      {page()}
      {edited?.id === id && (
        <LazyTaskDialog mode="edit" task={edited} onClose={() => setEdited(null)} />
      )}
    </>
  );
}
