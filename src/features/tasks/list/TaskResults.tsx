import { ListChecks, SearchX } from "lucide-react";
import { useMemo } from "react";
import { useDispatch, useSelector } from "react-redux";
import { type CallError } from "#api/errors.ts";
import type { ListedTask, TaskPageResponse } from "#contract/shapes/task.ts";
import type { User } from "#contract/shapes/user.ts";
import { useShownTasks } from "#features/changes/shown/useShownTasks.ts";
import { selectListQuery } from "#features/filters/filtersSlice.ts";
import { toTaskQuery } from "#features/filters/listQuery.ts";
import type { Selection } from "#features/selection/useSelection.ts";
import { searchApi } from "#features/tasks/data/searchApi.ts";
import { cx } from "#lib/cx.ts";
import { hasFilters } from "#lib/filters/view.ts";
import { usePrintedItems } from "#lib/printing.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { LoadFailure } from "#sync/connection/LoadState.tsx";
import { Button } from "#ui/button/Button.tsx";
import { Pagination } from "#ui/lists/Pagination.tsx";
import { PrintedNote } from "#ui/lists/PrintedNote.tsx";
import { EmptyState } from "#ui/page/EmptyState.tsx";
import { Skeleton } from "#ui/page/Skeleton.tsx";
import classes from "./TaskListPage.module.css";
import { TaskCard } from "./table/TaskCard.tsx";
import { TaskTable } from "./table/TaskTable.tsx";
import type { ListView } from "./view/listView.ts";

/** The part of the search query's result that the list needs. */
interface Search {
  /** The last page that arrived. While a query loads, it is the previous query's page. */
  data?: TaskPageResponse | undefined;
  /** The page of the current query. */
  currentData?: TaskPageResponse | undefined;
  error?: CallError;
  isFetching: boolean;
  requestId?: string | undefined;
}

const NONE: readonly ListedTask[] = [];
const UNTRACKED = { subscribe: false } as const;

interface TaskResultsProps {
  search: Search;
  view: ListView;
  /** Called when the user closes or opens groups of the table. */
  onClose: (closed: readonly string[]) => void;
  users: readonly User[] | undefined;
  /** The user's current day. */
  today: string;
  /** Null if the server can't change several tasks. */
  selection: Selection | null;
  onCreate: () => void;
  onRetry: () => void;
  onTurn: (page: number) => void;
}

/** The list of tasks, or its replacement while it loads, fails or is empty. */
export function TaskResults({
  search,
  users,
  today,
  view,
  onClose,
  selection,
  onCreate,
  onRetry,
  onTurn,
}: TaskResultsProps) {
  const { data, currentData, error, isFetching, requestId } = search;
  const query = useSelector(selectListQuery);
  const dispatch = useDispatch<StoreDispatch>();
  const names = useMemo(() => new Map(users?.map(({ id, name }) => [id, name])), [users]);
  const { tasks: listed = NONE, pagination } = data ?? {};
  const printed = usePrintedItems(listed, pagination?.totalPages ?? 0, async (page) => {
    const call = searchApi.endpoints.searchTasks.initiate(
      toTaskQuery({ ...query, page }),
      UNTRACKED,
    );
    return (await dispatch(call).unwrap()).tasks;
  });
  const tasks = useShownTasks(printed, requestId);

  if (error) {
    return <LoadFailure query={{ ...search, refetch: onRetry }} title="Failed to load tasks" />;
  }
  const waiting = isFetching && !currentData;
  // A page beyond the last one is empty, and the last page is being loaded.
  if (!data || (waiting && data.tasks.length === 0)) return <Loading />;
  if (data.tasks.length === 0) return <NoTasks onCreate={onCreate} />;
  const { totalPages, atLeast = false } = data.pagination;
  return (
    <>
      {view.layout === "table" ? (
        <TaskTable
          tasks={tasks}
          names={names}
          view={view}
          onClose={onClose}
          isWhole={totalPages === 1}
          today={today}
          waiting={waiting}
          selection={selection}
        />
      ) : (
        <ul className={cx(classes.cards, waiting && classes.waiting)} aria-busy={waiting}>
          {tasks.map((task) => (
            <li key={task.id} data-card={task.id}>
              <TaskCard
                task={task}
                assignee={names.get(task.assignee_id ?? "")}
                today={today}
                selected={selection?.ids.has(task.id) ?? false}
                onSelect={selection?.set}
              />
            </li>
          ))}
        </ul>
      )}
      <PrintedNote printed={tasks.length} total={data.pagination.total} noun="task" />
      <Pagination
        page={Math.min(query.page, totalPages)}
        totalPages={totalPages}
        atLeast={atLeast}
        onTurn={onTurn}
      />
    </>
  );
}

function NoTasks({ onCreate }: { onCreate: () => void }) {
  const { filters } = useSelector(selectListQuery);
  if (!hasFilters(filters)) {
    return (
      <EmptyState
        icon={<ListChecks />}
        title="No tasks found"
        text="Create your first task to get started"
        action={
          <Button variant="primary" onClick={onCreate}>
            + Create Task
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<SearchX />}
      title="No tasks found"
      text="Try adjusting your filters or create a new task"
    />
  );
}

function Loading() {
  return (
    <>
      <output className="visually-hidden">Loading tasks…</output>
      <div className={classes.cards} aria-hidden="true">
        {Array.from({ length: 9 }, (_, index) => (
          <div key={index} className={classes.placeholder}>
            <Skeleton className={classes.line} />
            <Skeleton />
            <Skeleton className={classes.line} />
          </div>
        ))}
      </div>
    </>
  );
}
