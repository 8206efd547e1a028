import { skipToken } from "@reduxjs/toolkit/query/react";
import { useRef, useState } from "react";
import { useDispatch, useSelector } from "react-redux";
import { ALWAYS_FRESH } from "#api/alwaysFresh.ts";
import { selectIsOffline } from "#api/connectionEvents.ts";
import type { Pagination } from "#contract/task.ts";
import { FilterBar } from "#features/filters/FilterBar.tsx";
import { FilterChips } from "#features/filters/FilterChips.tsx";
import { filtersReset, pageTurned, selectTaskQuery } from "#features/filters/filtersSlice.ts";
import { useSearchTasksQuery } from "#features/filters/searchApi.ts";
import { useFiltersInAddress } from "#features/filters/useFiltersInAddress.ts";
import { LazyTaskDialog, loadTaskDialog } from "#features/tasks/form/LazyTaskDialog.tsx";
import { useTeamNames } from "#features/teams/useTeamNames.ts";
import { useGetUsersQuery } from "#features/users/usersApi.ts";
import { formatCount } from "#lib/formatCount.ts";
import { usePageTitle } from "#lib/hooks.ts";
import { Button } from "#ui/Button.tsx";
import { PageHeader } from "#ui/PageHeader.tsx";
import classes from "./TaskListPage.module.css";
import { TaskResults } from "./TaskResults.tsx";

function countLabel({ total, atLeast }: Pagination): string {
  const count = formatCount(total);
  return `${count}${atLeast ? "+" : ""} total ${total === 1 ? "task" : "tasks"}`;
}

/** /tasks (§2): cards of the tasks that match the filters, in pages. */
export default function TaskListPage() {
  usePageTitle("All Tasks");
  useFiltersInAddress();
  const dispatch = useDispatch();
  const query = useSelector(selectTaskQuery);
  const response = useSearchTasksQuery(query ?? skipToken, ALWAYS_FRESH);
  const isOffline = useSelector(selectIsOffline);
  // Without a connection the last list is more useful than the error.
  const search = isOffline && response.currentData ? { ...response, error: undefined } : response;
  const { data: users } = useGetUsersQuery();
  const teams = useTeamNames(query?.team !== undefined);
  const [creating, setCreating] = useState(false);
  const results = useRef<HTMLElement>(null);

  /** The clicked button may be removed, and with it the focus. */
  function focusResults() {
    results.current?.focus({ preventScroll: true });
  }

  function turnPage(page: number) {
    dispatch(pageTurned({ page }));
    window.scrollTo(0, 0);
    focusResults();
  }

  const pagination = search.error ? undefined : search.data?.pagination;
  return (
    <>
      <PageHeader
        title="All Tasks"
        subtitle={<output>{pagination ? countLabel(pagination) : "\u00a0"}</output>}
        actions={
          <Button
            variant="primary"
            aria-keyshortcuts="n"
            onClick={() => setCreating(true)}
            onPointerEnter={() => void loadTaskDialog()}
          >
            + Add Task
          </Button>
        }
      />
      <FilterBar users={users} />
      <FilterChips teams={teams} onRemove={focusResults} />
      <section ref={results} tabIndex={-1} aria-label="Tasks" className={classes.results}>
        <TaskResults
          search={search}
          users={users}
          onCreate={() => setCreating(true)}
          onClear={() => {
            dispatch(filtersReset());
            focusResults();
          }}
          onRetry={() => {
            void search.refetch();
            focusResults();
          }}
          onTurn={turnPage}
        />
      </section>
      {creating && <LazyTaskDialog mode="create" onClose={() => setCreating(false)} />}
    </>
  );
}
