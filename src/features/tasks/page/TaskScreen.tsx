import { SearchX } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useSelector } from "react-redux";
import { useNavigate } from "react-router-dom";
import { ALWAYS_FRESH } from "#api/alwaysFresh.ts";
import type { WithApi } from "#api/api.ts";
import { selectIsOffline } from "#api/connectionEvents.ts";
import { isGone } from "#api/errors.ts";
import type { TaskDetail } from "#api/taskResponses.ts";
import type { Task } from "#contract/shapes/task.ts";
import { DESCRIPTION_PREVIEW } from "#contract/task.ts";
import { useShownTask } from "#features/changes/shown/useShownTasks.ts";
import { useUndo } from "#features/changes/useUndo.ts";
import { selectListAddress } from "#features/filters/filtersSlice.ts";
import { useNoteRecent } from "#features/tasks/data/recentTasks.ts";
import { useGetTaskQuery } from "#features/tasks/data/tasksApi.ts";
import { LazyTaskDialog } from "#features/tasks/form/LazyTaskDialog.tsx";
import { usersApi } from "#features/users/usersApi.ts";
import { usePageTitle } from "#lib/hooks.ts";
import { selectIsSignedIn } from "#session/authSlice.ts";
import { Button } from "#ui/button/Button.tsx";
import { EmptyState } from "#ui/page/EmptyState.tsx";
import { Skeleton } from "#ui/page/Skeleton.tsx";
import type { LeaveTask } from "./DeleteTask.tsx";
import classes from "./TaskPage.module.css";
import { TaskView } from "./TaskView.tsx";
import type { EditedTask } from "./useInPlace.tsx";

const selectUsers = usersApi.endpoints.getUsers.select();

/** The name of a task's assignee, if the users are cached. */
const selectAssigneeName = (state: WithApi, task: Partial<Task> | null | undefined) =>
  task?.assignee_id
    ? selectUsers(state).data?.find(({ id }) => id === task.assignee_id)?.name
    : undefined;

/**
 * Whether a list's task has its whole description. A list may cut one after {@link
 * DESCRIPTION_PREVIEW} + 1 characters, so this length counts as cut. The board has no descriptions.
 */
const hasDescription = ({ description }: Partial<Task>): boolean =>
  description !== undefined && description.length !== DESCRIPTION_PREVIEW + 1;

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
  useUndo();
  const hasFailed = useHasFailed(id, error);
  const isSignedIn = useSelector(selectIsSignedIn);
  const [edited, setEdited] = useState<EditedTask | null>(null);
  const missing = isGone(error) || (isSuccess && task === null);
  const found = useTaskToShow(id, task, requestId);
  const shown = missing ? null : found;
  useNoteRecent(id, shown?.title);
  // An open edit stays open even if the task is deleted, with the same draft.
  const hasDialog = edited?.task.id === id && (edited.place === null || missing);
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
        edited={edited?.task.id === id ? edited : null}
        onEdit={(edit) => (!edit || task) && setEdited(edit)}
        onLeave={onLeave}
        tools={tools}
      />
    );
  }

  return (
    <>
      {screen()}
      {hasDialog && (
        <LazyTaskDialog mode="edit" task={edited.task} onClose={() => setEdited(null)} />
      )}
    </>
  );
}

function Left({ onLeave }: { onLeave: LeaveTask }) {
  const leave = useEffectEvent(onLeave);
  useEffect(() => leave({ replace: true }), []);
  return null;
}

/** Replaces a task that doesn't exist, or no longer exists (§2). */
function TaskNotFound() {
  const navigate = useNavigate();
  const list = useSelector(selectListAddress);
  return (
    <EmptyState
      isPage
      icon={<SearchX />}
      title="Task not found"
      text="It may have been deleted, or the link is not complete."
      action={
        <Button variant="primary" onClick={() => void navigate(list)}>
          Back to Tasks
        </Button>
      }
    />
  );
}

/** The page's layout without content, so that nothing jumps when the task arrives. */
function TaskSkeleton() {
  return (
    <div className={classes.page}>
      <output className="visually-hidden">Loading task…</output>
      <Skeleton className={classes.backLine} />
      <Skeleton className={classes.titleLine} />
      <div className={classes.columns}>
        <div className={classes.main}>
          <Skeleton className={classes.block} />
          <Skeleton className={classes.block} />
        </div>
        <Skeleton className={classes.factsBlock} />
      </div>
    </div>
  );
}
