import { skipToken } from "@reduxjs/toolkit/query/react";
import { type ReactNode, useRef, useState } from "react";
import { useSelector } from "react-redux";
import type { ListedTask } from "#contract/shapes/task.ts";
import { useUndo } from "#features/changes/useUndo.ts";
import type { LabelFilters } from "#features/filters/listQuery.ts";
import { FieldKeys } from "#features/pickers/FieldKeys.tsx";
import { DueDrag, useFrozen } from "#features/tasks/list/due/DueDrag.tsx";
import { useGetUsersQuery } from "#features/users/usersApi.ts";
import { dayFor } from "#lib/dates/dueGroups.ts";
import { useToday } from "#lib/hooks.ts";
import { selectStoredUser } from "#session/authSlice.ts";
import { LoadFailure } from "#sync/connection/LoadState.tsx";
import { LateRowKeys } from "#ui/lists/LateRowKeys.tsx";
import { useFollowRow } from "#ui/lists/useFollowRow.ts";
import classes from "./MyWork.module.css";
import { type ShownGroup, useWork } from "./useWork.ts";
import { WorkCard } from "./WorkCard.tsx";
import { WorkGroup } from "./WorkGroup.tsx";

const NONE: ReadonlySet<string> = new Set();
const ANY: Partial<LabelFilters> = {};

/**
 * The user's open tasks by when they are due, with their values as buttons. Each group has a line for new
 * tasks, and rows can be dragged to another.
 *
 * @param heading that of the card; absent on a page of its own
 * @param limit the number of tasks that a group shows
 * @param labels the filters by labels that are set
 * @param isWhole whether groups without tasks show, so that tasks can be dragged there
 * @param children shown below the tasks once these have arrived, so that nothing moves
 */
export default function MyWork({
  heading,
  limit,
  labels = ANY,
  isWhole = false,
  children,
}: {
  heading?: ReactNode;
  limit: number;
  labels?: Partial<LabelFilters>;
  isWhole?: boolean;
  children?: ReactNode;
}) {
  const ownId = useSelector(selectStoredUser)?.id;
  const today = useToday();
  const work = useWork(ownId, today, limit, labels);
  const { currentData, isWaiting } = work;
  const [wasShown, setShown] = useState(false);
  if (currentData && !isWaiting && !wasShown) setShown(true);
  const isFailed = work.error !== undefined && !currentData;
  const shown = work.groups.filter(
    ({ key, tasks, hasNew }) =>
      tasks.length > 0 ||
      hasNew ||
      key === "today" ||
      (isWhole && key !== "waiting" && dayFor(key, today) !== undefined),
  );
  return (
    <>
      <WorkCard heading={heading}>
        {isFailed ? (
          <LoadFailure query={work} title="Failed to load your tasks" />
        ) : (
          wasShown && (
            <Groups
              groups={shown}
              isWaiting={isWaiting}
              today={today}
              level={heading ? "h3" : "h2"}
            />
          )
        )}
      </WorkCard>
      {(isFailed || wasShown) && children}
    </>
  );
}

/** The groups, what drags their rows, and the keys that lead from row to row and change the focused task. */
function Groups({
  groups: current,
  isWaiting,
  today,
  level,
}: {
  groups: readonly ShownGroup[];
  /** Whether the tasks of other filters are loading. Those that were shown stay until then. */
  isWaiting: boolean;
  today: string;
  level: "h2" | "h3";
}) {
  const { id: ownId, name: ownName } = useSelector(selectStoredUser) ?? {};
  const list = useRef<HTMLDivElement>(null);
  const [isDragging, setDragging] = useState(false);
  const groups = useFrozen(current, isDragging || isWaiting);
  const tasks = groups.flatMap((group) => group.tasks);
  const isOthers = tasks.some(({ assignee_id }) => assignee_id !== ownId);
  const { data: users } = useGetUsersQuery(isOthers ? undefined : skipToken);
  const nameOf = ({ assignee_id: id }: ListedTask) =>
    id === ownId ? ownName : users?.find((one) => one.id === id)?.name;
  useFollowRow(list, tasks);
  useUndo();

  return (
    <>
      <div
        ref={list}
        className={classes.groups}
        data-still={isDragging || undefined}
        aria-busy={isWaiting}
      >
        {groups.map((group) => (
          <WorkGroup key={group.key} group={group} nameOf={nameOf} today={today} level={level} />
        ))}
        <LateRowKeys list={list} />
        <FieldKeys tasksFor={(ids) => tasks.filter(({ id }) => ids.includes(id))} />
      </div>
      <DueDrag
        list={list}
        groups={groups.flatMap(({ key }) => (key === "waiting" ? [] : key))}
        tasks={tasks}
        selected={NONE}
        today={today}
        isDragging={isDragging}
        onDragging={setDragging}
      />
    </>
  );
}
