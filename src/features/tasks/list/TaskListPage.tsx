import { skipToken } from "@reduxjs/toolkit/query/react";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useSelector } from "react-redux";
import { useLocation } from "react-router-dom";
import { ALWAYS_FRESH } from "#api/alwaysFresh.ts";
import { selectIsOffline } from "#api/connectionEvents.ts";
import type { Pagination } from "#contract/shapes/task.ts";
import type { TaskQuery } from "#contract/task.ts";
import { useUndo } from "#features/changes/useUndo.ts";
import {
  filtersEvent,
  filtersSlice,
  selectFilters,
  selectTaskQuery,
} from "#features/filters/filtersSlice.ts";
import { TASK_VIEW } from "#features/filters/listQuery.ts";
import { loadFieldPicker } from "#features/pickers/LazyFieldPicker.tsx";
import { selectionSlice } from "#features/selection/selectionSlice.ts";
import { useSearchTasksQuery } from "#features/tasks/data/searchApi.ts";
import { LazyTaskDialog, loadTaskDialog } from "#features/tasks/form/LazyTaskDialog.tsx";
import { CARDS, useListView } from "#features/tasks/list/view/listView.ts";
import { startTasksListeners } from "#features/tasks/tasksListeners.tsx";
import { useGetUsersQuery } from "#features/users/usersApi.ts";
import { withViewLinks } from "#features/views/viewLinks.tsx";
import { paths } from "#lib/address/paths.ts";
import { useFirstHit } from "#lib/commands/useFirstHit.ts";
import { useFiltersInAddress } from "#lib/filters/useFiltersInAddress.ts";
import { useIdleLoad, usePageTitle, useToday } from "#lib/hooks.ts";
import { formatCount } from "#lib/text/formatCount.ts";
import { SMALL_WINDOW, useMedia } from "#lib/useMedia.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { Button } from "#ui/button/Button.tsx";
import { focusedRow, focusRow, rowsIn } from "#ui/lists/rows.ts";
import { PageHeader } from "#ui/page/PageHeader.tsx";
import { LiveText } from "#ui/toasts/LiveText.tsx";
import { ListTools } from "./ListTools.tsx";
import { SelectedTasks } from "./SelectedTasks.tsx";
import { startSearchFailureToast } from "./searchFailure.ts";
import { TaskFilterBar } from "./TaskFilterBar.tsx";
import { TaskResults } from "./TaskResults.tsx";
import { useTaskSelection } from "./useTaskSelection.ts";

export const storeParts = {
  slices: [filtersSlice, selectionSlice],
  listeners: [startSearchFailureToast, startTasksListeners],
};

/** The pickers and the form. A failure shows when the user opens them. */
const loadNextScreens = () => Promise.all([loadFieldPicker(), loadTaskDialog()]);

const TASK_LIST = {
  path: paths.tasks,
  spec: TASK_VIEW,
  select: selectFilters,
  event: filtersEvent,
};

/** Keeps the height of the line until the count has arrived. */
const BLANK = "\u00a0";

function countLabel({ total, atLeast }: Pagination): string {
  const count = formatCount(total);
  return `${count}${atLeast ? "+" : ""} total ${total === 1 ? "task" : "tasks"}`;
}

/** The page of a query. Without a connection the last one is more useful than the error. */
function useSearch(query: TaskQuery | null) {
  const response = useSearchTasksQuery(query ?? skipToken, ALWAYS_FRESH);
  const isOffline = useSelector(selectIsOffline);
  return isOffline && response.currentData ? { ...response, error: undefined } : response;
}

/** /tasks (§2): the tasks that match the filters, in pages, as cards or as a table. */
function TaskListPage() {
  usePageTitle("All Tasks");
  const [state, send] = useFiltersInAddress(TASK_LIST);
  useUndo();
  const query = useSelector(selectTaskQuery);
  const search = useSearch(query);
  const today = useToday(() => query && void search.refetch());
  const { data: users } = useGetUsersQuery();
  const [creating, setCreating] = useState(false);
  const hasExtensions = useSelector(selectHasExtensions);
  // Before the first response the server is expected to have the sheet's filters.
  const hasSheet = useMedia(SMALL_WINDOW) && (hasExtensions || search.isLoading);
  const [view, changeView] = useListView();
  const selection = useTaskSelection(search.data?.tasks, search.currentData?.tasks, view);
  const results = useRef<HTMLElement>(null);
  useListPlace(results, search.data !== undefined);

  /** The clicked button may be removed, and with it the focus. */
  function focusResults() {
    results.current?.focus({ preventScroll: true });
  }

  function turnPage(page: number) {
    send({ type: "pageTurned", page });
    window.scrollTo(0, 0);
    focusResults();
  }

  const isSettled = search.currentData !== undefined && !search.isFetching;
  const goToFirstHit = useFirstHit(isSettled, () => void focusRow(rowsIn(results.current)[0]));
  useIdleLoad(search.data !== undefined, loadNextScreens);

  return (
    <>
      <Header search={search} onCreate={() => setCreating(true)} />
      <TaskFilterBar
        view={state}
        send={send}
        users={users}
        onlySearch={hasSheet}
        tools={hasExtensions && <ListTools view={view} hasSheet={hasSheet} onChange={changeView} />}
        onSearch={goToFirstHit}
        onLeave={focusResults}
      />
      <section ref={results} tabIndex={-1} aria-label="Tasks">
        <TaskResults
          search={search}
          users={users}
          today={today}
          view={hasExtensions ? view : CARDS}
          onClose={(closed) => changeView({ closed })}
          selection={hasExtensions ? selection : null}
          onCreate={() => setCreating(true)}
          onRetry={() => {
            void search.refetch();
            focusResults();
          }}
          onTurn={turnPage}
        />
      </section>
      <SelectedTasks search={search} query={query} selection={selection} list={results} />
      {creating && <LazyTaskDialog mode="create" onClose={() => setCreating(false)} />}
    </>
  );
}

export default withViewLinks(TaskListPage);

function Header({
  search,
  onCreate,
}: {
  search: ReturnType<typeof useSearch>;
  onCreate: () => void;
}) {
  const pagination = search.error ? undefined : search.data?.pagination;
  return (
    <PageHeader
      title="All Tasks"
      subtitle={<LiveText text={pagination ? countLabel(pagination) : BLANK} initial={BLANK} />}
      actions={
        <Button
          variant="primary"
          aria-keyshortcuts="n"
          onClick={onCreate}
          onPointerEnter={() => void loadTaskDialog()}
        >
          + Add Task
        </Button>
      }
    />
  );
}

/** Where the user left the list: at which entry of the history, how far down, at which task. */
let left: { key: string; scrolled: number; taskId: string | undefined } | null = null;

/** Whether the focus is where a screen that opens puts it. */
const isFocusFree = (): boolean =>
  !document.activeElement || document.activeElement.matches("body, main h1");

/**
 * Back from a task restores the scroll position and the focus of the list. Any other way to the list
 * begins at its top.
 *
 * @param isFilled whether the tasks are there
 */
function useListPlace(list: RefObject<HTMLElement | null>, isFilled: boolean): void {
  const { key } = useLocation();
  const latest = useRef(key);
  // Layout effects end before the list is removed, and with it the focus.
  useLayoutEffect(() => {
    latest.current = key;
  });
  useLayoutEffect(
    () => () => {
      const taskId = focusedRow()?.dataset["card"];
      left = { key: latest.current, scrolled: window.scrollY, taskId };
    },
    [],
  );

  useEffect(() => {
    if (!isFilled || left?.key !== latest.current) return;
    const { scrolled, taskId } = left;
    left = null;
    if (!isFocusFree()) return;
    const row = list.current?.querySelector(`[data-card="${CSS.escape(taskId ?? "")}"] a`);
    if (row instanceof HTMLElement) row.focus({ preventScroll: true });
    window.scrollTo(0, scrolled);
  }, [isFilled, list]);
}
