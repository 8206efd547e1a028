import { skipToken } from "@reduxjs/toolkit/query/react";
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
import {
  type Uncreated,
  useCreatedId,
  useUncreated,
} from "#features/changes/shown/useUncreated.ts";
import { useUndo } from "#features/changes/useUndo.ts";
import { selectListAddress } from "#features/filters/filtersSlice.ts";
import { useNoteRecent } from "#features/tasks/data/recentTasks.ts";
import { useGetTaskQuery } from "#features/tasks/data/tasksApi.ts";
import { LazyTaskDialog } from "#features/tasks/form/LazyTaskDialog.tsx";
import { usersApi } from "#features/users/usersApi.ts";
import { usePageTitle } from "#lib/hooks.ts";
import { selectIsSignedIn, selectStoredUser } from "#session/authSlice.ts";
import { useDrafts } from "#session/useDraft.ts";
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

/** A new task, or the task with its changes; until that arrives, its fields from a cached board or list. */
function useTaskToShow(
  id: string,
  uncreated: Uncreated | null,
  task: TaskDetail | null | undefined,
  requestId?: string,
) {
  const found = useShownTask(id, task, requestId);
  const shown: Partial<TaskDetail> | undefined = uncreated?.task ?? found;
  const name = useSelector((state: WithApi) => selectAssigneeName(state, task ? null : shown));
  return shown && name !== undefined ? { ...shown, assignee_name: name } : shown;
}

/** Once the server has created a task, its own address opens, with what the user has typed. */
function useFollowCreated(
  key: string,
  createdId: string | undefined,
  onCreated: (id: string) => void,
): void {
  const drafts = useDrafts();
  const user = useSelector(selectStoredUser)?.id;
  const follow = useEffectEvent((id: string) => {
    const draft = user === undefined ? null : drafts.find(user, `task:${key}`);
    if (user !== undefined && draft) {
      drafts.keep(user, `task:${id}`, { values: draft.values });
      drafts.drop(user, `task:${key}`);
    }
    onCreated(id);
  });
  useEffect(() => {
    if (createdId !== undefined) follow(createdId);
  }, [createdId]);
}

/** One task with its comments: a whole page, or over another screen. */
export function TaskScreen({
  id,
  onLeave,
  onCreated,
  tools,
}: {
  /** Its id, or the key of a new task. */
  id: string;
  onLeave: LeaveTask;
  /** Opens the new task at its own address. */
  onCreated: (id: string) => void;
  /** More controls, beside the Back button. */
  tools?: ReactNode;
}) {
  const uncreated = useUncreated(id);
  const createdId = useCreatedId(id);
  const isKey = uncreated !== null || createdId !== undefined;
  const query = useGetTaskQuery(isKey ? skipToken : id, ALWAYS_FRESH);
  const { currentData: task, error, isSuccess, requestId } = query;
  useFollowCreated(id, createdId, onCreated);
  useUndo();
  const hasFailed = useHasFailed(id, error);
  const isSignedIn = useSelector(selectIsSignedIn);
  const [edited, setEdited] = useState<EditedTask | null>(null);
  const missing = !isKey && (isGone(error) || (isSuccess && task === null));
  const canEdit = Boolean(task) || uncreated?.isEditable === true;
  const found = useTaskToShow(id, uncreated, task, requestId);
  const shown = missing ? null : found;
  useNoteRecent(id, uncreated ? undefined : shown?.title);
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
        uncreated={uncreated}
        isPartial={!canEdit}
        lacksDescription={!task && !uncreated && !hasDescription(shown)}
        edited={edited?.task.id === id ? edited : null}
        onEdit={(edit) => (!edit || canEdit) && setEdited(edit)}
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
