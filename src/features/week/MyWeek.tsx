import { skipToken } from "@reduxjs/toolkit/query/react";
import { CalendarCheck2 } from "lucide-react";
import { type ReactNode, useId, useRef } from "react";
import { useSelector } from "react-redux";
import { ALWAYS_FRESH } from "#api/alwaysFresh.ts";
import { adviceOf } from "#api/errors.ts";
import { type ListedTask, PAGE_SIZE_MAX } from "#contract/task.ts";
import { FieldKeys } from "#features/board/pickers/FieldKeys.tsx";
import { useShownTasks } from "#features/changes/useShownTasks.ts";
import { useSearchTasksQuery } from "#features/filters/searchApi.ts";
import { focusedRow, useRowKeys } from "#features/tasks/list/useRowKeys.ts";
import { useGetUsersQuery } from "#features/users/usersApi.ts";
import { DUE_GROUP_LABELS } from "#lib/dueGroups.ts";
import { formatCount } from "#lib/formatCount.ts";
import { useToday } from "#lib/hooks.ts";
import { taskListPath } from "#lib/paths.ts";
import { selectStoredUser } from "#session/sessionSlice.ts";
import { LinkButton } from "#ui/Button.tsx";
import { Card } from "#ui/Card.tsx";
import { ErrorState } from "#ui/ErrorState.tsx";
import { Skeleton } from "#ui/Skeleton.tsx";
import classes from "./MyWeek.module.css";
import { WeekRow } from "./WeekRow.tsx";
import { filtersOf, groupWeek, type WeekGroup } from "./weekGroups.ts";

/** The number of tasks of a group that show. The list has the others. */
const GROUP_SHOWN = 5;

const NONE: readonly ListedTask[] = [];
const OPEN = { status: "Todo,In Progress", sort: "due" } as const;

/**
 * The user's open tasks by when they are due, with their values as buttons.
 *
 * @param children shown below the tasks once these have arrived, so that nothing moves
 */
export default function MyWeek({ children }: { children?: ReactNode }) {
  const { id: ownId, name: ownName } = useSelector(selectStoredUser) ?? {};
  const query = useSearchTasksQuery(
    ownId ? { page: 1, limit: PAGE_SIZE_MAX, assignee: ownId, ...OPEN } : skipToken,
    ALWAYS_FRESH,
  );
  const { data, error, isFetching, refetch, requestId } = query;
  const today = useToday();
  const tasks = useShownTasks(data?.tasks ?? NONE, requestId);
  const groups = groupWeek(tasks, today);
  // The tasks are in the order of their dates, those without one at the end: the last group may have more.
  const hasMore =
    data !== undefined &&
    data.pagination.total > data.tasks.length &&
    data.tasks.at(-1)?.due_date != null;
  // The user has all tasks but those that were just given to others.
  const isGiven = tasks.some(({ assignee_id }) => assignee_id !== ownId);
  const { data: users } = useGetUsersQuery(isGiven ? undefined : skipToken);
  const nameOf = (id: string | null) =>
    id === ownId ? ownName : users?.find((one) => one.id === id)?.name;
  return (
    <>
      <Card aria-labelledby="week-heading" className={classes.card}>
        <h2 id="week-heading" className={classes.heading}>
          My week
        </h2>
        {!data && !error && <Loading />}
        {!data && error && (
          <ErrorState
            title="Failed to load your tasks"
            text={adviceOf(error)}
            isRetrying={isFetching}
            onRetry={refetch}
          />
        )}
        {data && groups.length === 0 && (
          <p className={classes.empty}>
            <CalendarCheck2 aria-hidden="true" />
            None of your tasks has a due date.
          </p>
        )}
        <Rows tasks={tasks}>
          {groups.map(({ group, tasks: ofGroup }, at) => (
            <Group
              key={group}
              group={group}
              tasks={ofGroup}
              hasMore={hasMore && at === groups.length - 1}
              nameOf={nameOf}
              today={today}
              allPath={taskListPath({ assignee: ownId ?? "", ...filtersOf(group, today) })}
            />
          ))}
        </Rows>
      </Card>
      {(data || error) && children}
    </>
  );
}

/** The groups, and the keys that lead from row to row and change the task of the focused one. */
function Rows({ tasks, children }: { tasks: readonly ListedTask[]; children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list);

  function targetOf() {
    const row = focusedRow();
    const task = tasks.find(({ id }) => id === row?.dataset["card"]);
    return row && task ? { tasks: [task], anchor: row } : null;
  }

  return (
    <div ref={list}>
      {children}
      <FieldKeys targetOf={targetOf} />
    </div>
  );
}

function Group({
  group,
  tasks,
  hasMore,
  nameOf,
  today,
  allPath,
}: {
  group: WeekGroup;
  tasks: readonly ListedTask[];
  /** Whether the server has more of them. */
  hasMore: boolean;
  nameOf: (id: string | null) => string | undefined;
  today: string;
  allPath: string;
}) {
  const id = useId();
  const label = DUE_GROUP_LABELS[group];
  const count = `${formatCount(tasks.length)}${hasMore ? "+" : ""}`;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={classes.group} data-overdue={group === "overdue" || undefined}>
        {label} <span className={classes.count}>{count}</span>
      </h3>
      <ul className={classes.rows}>
        {tasks.slice(0, GROUP_SHOWN).map((task) => (
          <WeekRow key={task.id} task={task} assignee={nameOf(task.assignee_id)} today={today} />
        ))}
      </ul>
      {(tasks.length > GROUP_SHOWN || hasMore) && (
        <LinkButton to={allPath} variant="ghost" size="sm" className={classes.all}>
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
