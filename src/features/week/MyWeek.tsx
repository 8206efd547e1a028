import { skipToken } from "@reduxjs/toolkit/query/react";
import { CalendarCheck2 } from "lucide-react";
import { type ReactNode, useId, useRef } from "react";
import { useSelector } from "react-redux";
import type { ListedTask } from "#contract/shapes/task.ts";
import { useUndo } from "#features/changes/useUndo.ts";
import { FieldKeys } from "#features/pickers/FieldKeys.tsx";
import { useGetUsersQuery } from "#features/users/usersApi.ts";
import { taskListPath } from "#lib/address/paths.ts";
import { useToday } from "#lib/hooks.ts";
import { selectStoredUser } from "#session/authSlice.ts";
import { LoadFailure } from "#sync/connection/LoadState.tsx";
import { LinkButton } from "#ui/button/Button.tsx";
import { LateRowKeys } from "#ui/lists/LateRowKeys.tsx";
import { useFollowRow } from "#ui/lists/useFollowRow.ts";
import { Card } from "#ui/page/Card.tsx";
import { Skeleton } from "#ui/page/Skeleton.tsx";
import classes from "./MyWeek.module.css";
import { type ShownGroup, useWeek } from "./useWeek.ts";
import { WeekRow } from "./WeekRow.tsx";

/**
 * The user's open tasks by when they are due, with their values as buttons.
 *
 * @param children shown below the tasks once these have arrived, so that nothing moves
 */
export function MyWeek({ children }: { children?: ReactNode }) {
  const { id: ownId, name: ownName } = useSelector(selectStoredUser) ?? {};
  const today = useToday();
  const week = useWeek(ownId, today);
  const { data: response, isLoading, groups } = week;
  const data = isLoading ? undefined : response;
  const tasks = groups.flatMap((group) => group.tasks);
  const isOthers = tasks.some(({ assignee_id }) => assignee_id !== ownId);
  const { data: users } = useGetUsersQuery(isOthers ? undefined : skipToken);
  const nameOf = (id: string | null) =>
    id === ownId ? ownName : users?.find((one) => one.id === id)?.name;
  return (
    <>
      <Card aria-labelledby="week-heading" className={classes.card}>
        <h2 id="week-heading" className={classes.heading}>
          My week
        </h2>
        {isLoading && <Loading />}
        {!isLoading && !response && <LoadFailure query={week} title="Failed to load your tasks" />}
        {data && groups.length === 0 && (
          <p className={classes.empty}>
            <CalendarCheck2 aria-hidden="true" />
            None of your tasks has a due date.
          </p>
        )}
        <Rows tasks={tasks}>
          {data &&
            groups.map((group) => (
              <Group key={group.key} group={group} nameOf={nameOf} today={today} />
            ))}
        </Rows>
      </Card>
      {!isLoading && children}
    </>
  );
}

/** The groups, and the keys that lead from row to row and change the task of the focused one. */
function Rows({ tasks, children }: { tasks: readonly ListedTask[]; children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null);
  useFollowRow(list, tasks);
  useUndo();

  return (
    <div ref={list}>
      {children}
      <LateRowKeys list={list} />
      <FieldKeys tasksFor={(ids) => tasks.filter(({ id }) => ids.includes(id))} />
    </div>
  );
}

function Group({
  group: { key, label, count, tasks, hasMore, filters },
  nameOf,
  today,
}: {
  group: ShownGroup;
  nameOf: (id: string | null) => string | undefined;
  today: string;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={classes.group} data-overdue={key === "overdue" || undefined}>
        {label} <span className={classes.count}>{count}</span>
      </h3>
      <ul className={classes.rows}>
        {tasks.map((task) => (
          <WeekRow key={task.id} task={task} assignee={nameOf(task.assignee_id)} today={today} />
        ))}
      </ul>
      {hasMore && (
        <LinkButton to={taskListPath(filters)} variant="ghost" size="sm" className={classes.all}>
          View all {count}
          <span className="visually-hidden"> of {label}</span>
        </LinkButton>
      )}
    </section>
  );
}

function Loading() {
  return (
    <div className={classes.waiting}>
      <output className="visually-hidden">Loading your week…</output>
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} />
      ))}
    </div>
  );
}
