import { useState } from "react";
import { useSelector } from "react-redux";
import { Navigate, useParams } from "react-router-dom";
import { selectIsOffline } from "#api/connectionEvents.ts";
import { statusOf } from "#api/errors.ts";
import { selectListAddress } from "#features/filters/filtersSlice.ts";
import { LazyTaskDialog, loadTaskDialog } from "#features/tasks/form/LazyTaskDialog.tsx";
import type { TaskDetail } from "#features/tasks/taskAnswers.ts";
import { useGetTaskQuery } from "#features/tasks/tasksApi.ts";
import { usePageTitle } from "#lib/hooks.ts";
import { selectIsSignedIn } from "#session/sessionSlice.ts";
import { TaskNotFound } from "./TaskNotFound.tsx";
import { TaskSkeleton } from "./TaskSkeleton.tsx";
import { TaskView } from "./TaskView.tsx";

const FRESH = {
  refetchOnMountOrArgChange: true,
  refetchOnFocus: true,
} as const;

/**
 * Whether the task can't be had now. A failure of an earlier visit, or for want of a connection,
 * says nothing: the task is being asked for once more.
 */
function useIsRefused(id: string, error: unknown): boolean {
  const isOffline = useSelector(selectIsOffline);
  const [excused, setExcused] = useState({ id, error });
  if (excused.id !== id || (isOffline && excused.error !== error)) setExcused({ id, error });
  return !!error && !isOffline && error !== excused.error;
}

/** /tasks/{id} (§2): one task with its comments. */
export default function TaskPage() {
  const { id = "" } = useParams();
  const { currentData: task, error, isSuccess } = useGetTaskQuery(id, FRESH);
  const list = useSelector(selectListAddress);
  const isRefused = useIsRefused(id, error);
  const isSignedIn = useSelector(selectIsSignedIn);
  // What is being edited stays, even when the task goes: somebody is writing.
  const [edited, setEdited] = useState<TaskDetail | null>(null);
  const status = statusOf(error);
  const missing = status === 404 || (isSuccess && task === null);
  usePageTitle(missing ? "Task not found" : (task?.title ?? "Task"));

  function page() {
    if (missing) return <TaskNotFound />;
    if (task) {
      return (
        <TaskView
          key={task.id}
          task={task}
          onEdit={() => setEdited(task)}
          onEditSoon={() => void loadTaskDialog()}
        />
      );
    }
    // The listeners say what went wrong; a session's end leads elsewhere by itself.
    if (isRefused && isSignedIn) return <Navigate to={list} replace />;
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
