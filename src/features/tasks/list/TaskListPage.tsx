import { skipToken } from "@reduxjs/toolkit/query/react";
import { useCallback, useRef, useState } from "react";
import { useDispatch, useSelector } from "react-redux";
import { selectIsOffline } from "#api/connectionEvents.ts";
import type { Pagination } from "#contract/task.ts";
import { FilterBar } from "#features/filters/FilterBar.tsx";
import { FilterChips } from "#features/filters/FilterChips.tsx";
import { filtersReset, pageTurned, selectTaskQuery } from "#features/filters/filtersSlice.ts";
import { useSearchTasksQuery } from "#features/filters/searchApi.ts";
import { useFiltersInAddress } from "#features/filters/useFiltersInAddress.ts";
import { LazyTaskDialog, loadTaskDialog } from "#features/tasks/form/LazyTaskDialog.tsx";
import { useGetUsersQuery } from "#features/users/usersApi.ts";
import { formatCount } from "#lib/formatCount.ts";
import { usePageTitle } from "#lib/hooks.ts";
import { Button } from "#ui/Button.tsx";
import { PageHeader } from "#ui/PageHeader.tsx";
import classes from "./TaskListPage.module.css";
import { TaskResults } from "./TaskResults.tsx";

const FRESH = {
  refetchOnMountOrArgChange: true,
  refetchOnFocus: true,
} as const;

function countLabel({ total, atLeast }: Pagination): string {
  const count = formatCount(total);
  return `${count}${atLeast ? "+" : ""} total ${total === 1 ? "task" : "tasks"}`;
}

/** /tasks (§2): the tasks as cards, filtered and page by page. */
export default function TaskListPage() {
  usePageTitle("All Tasks");
  useFiltersInAddress();
  const dispatch = useDispatch();
  const query = useSelector(selectTaskQuery);
  const response = useSearchTasksQuery(query ?? skipToken, FRESH);
  const isOffline = useSelector(selectIsOffline);
  // Without a connection the last list says more than the failure.
  const answer = isOffline && response.currentData ? { ...response, error: undefined } : response;
  const { data: users } = useGetUsersQuery();
  const [creating, setCreating] = useState(false);
  const results = useRef<HTMLElement>(null);

  const create = useCallback(() => setCreating(true), []);

  /** The focus must not go down with the button that was pressed. */
  function focusResults() {
    results.current?.focus({ preventScroll: true });
  }

  function turnPage(page: number) {
    dispatch(pageTurned({ page }));
    window.scrollTo(0, 0);
    focusResults();
  }

  const counted = answer.error ? undefined : answer.data?.pagination;
  return (
    <>
      <PageHeader
        title="All Tasks"
        subtitle={<output>{counted ? countLabel(counted) : "\u00a0"}</output>}
        actions={
          <Button
            variant="primary"
            aria-keyshortcuts="n"
            onClick={create}
            onPointerEnter={() => void loadTaskDialog()}
          >
            + Add Task
          </Button>
        }
      />
      <FilterBar users={users} />
      <FilterChips onRemove={focusResults} />
      <section ref={results} tabIndex={-1} aria-label="Tasks" className={classes.results}>
        <TaskResults
          answer={answer}
          users={users}
          onCreate={create}
          onClear={() => {
            dispatch(filtersReset());
            focusResults();
          }}
          onRetry={() => {
            void answer.refetch();
            focusResults();
          }}
          onTurn={turnPage}
        />
      </section>
      {creating && <LazyTaskDialog mode="create" onClose={() => setCreating(false)} />}
    </>
  );
}
