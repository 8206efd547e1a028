import { useSelector } from "react-redux";
import { Navigate, useParams } from "react-router-dom";
import { statusOf } from "#api/errors.ts";
import { usePageTitle } from "#lib/hooks.ts";
import { selectIsOffline } from "#features/connection/connectionSlice.ts";
import { selectListAddress } from "#features/filters/filtersSlice.ts";
import { TaskNotFound } from "./TaskNotFound.tsx";
import { TaskSkeleton } from "./TaskSkeleton.tsx";
import { TaskView } from "./TaskView.tsx";
import { useGetTaskQuery } from "./tasksApi.ts";

const FRESH = {
  refetchOnMountOrArgChange: true,
  refetchOnFocus: true,
  refetchOnReconnect: true,
} as const;

/** /tasks/{id} (§2): one task with its comments. */
export default function TaskPage() {
  const { id = "" } = useParams();
  const { currentData: task, error, isSuccess } = useGetTaskQuery(id, FRESH);
  const list = useSelector(selectListAddress);
  // Then the task comes by itself when the connection is back.
  const isOffline = useSelector(selectIsOffline);
  const status = statusOf(error);
  const missing = status === 404 || (isSuccess && task === null);
  usePageTitle(missing ? "Task not found" : (task?.title ?? "Task"));

  if (missing) return <TaskNotFound />;
  if (task) return <TaskView key={task.id} task={task} />;
  // The listeners say what went wrong; a session's end leads elsewhere by itself.
  if (error && status !== 401 && !isOffline) return <Navigate to={list} replace />;
  return <TaskSkeleton />;
}
