import { useDispatch } from "react-redux";
import type { TaskSummary } from "#contract/shapes/task.ts";
import { COUNT_MAX, PAGE_SIZE_MAX, type TaskQuery } from "#contract/task.ts";
import { SelectAllButton } from "#features/selection/SelectAllButton.tsx";
import type { Selection } from "#features/selection/useSelection.ts";
import { searchApi } from "#features/tasks/data/searchApi.ts";
import { formatCount } from "#lib/text/formatCount.ts";
import type { StoreDispatch } from "#session/appExtra.ts";

/** The number of tasks that match the filters. With `atLeast` there are more than `total`. */
export interface MatchCount {
  total: number;
  atLeast?: boolean | undefined;
}

/** The maximum number of pages that the server serves. */
const PAGES_MAX = COUNT_MAX / PAGE_SIZE_MAX;

/**
 * Fetches the ids of all tasks that match, page by page. Null if a page fails or the caller no
 * longer wants them.
 */
async function matchingIds(
  query: TaskQuery,
  dispatch: StoreDispatch,
  onRead: (tasks: readonly TaskSummary[]) => void,
  isWanted: () => boolean,
): Promise<string[] | null> {
  const ids = new Set<string>();
  for (let page = 1; page <= PAGES_MAX && isWanted(); page += 1) {
    const { data } = await dispatch(
      searchApi.endpoints.searchTasks.initiate(
        { ...query, page, limit: PAGE_SIZE_MAX },
        { subscribe: false, forceRefetch: true },
      ),
    );
    if (!data) return null;
    for (const { id } of data.tasks) ids.add(id);
    onRead(data.tasks);
    if (page >= data.pagination.totalPages) break;
  }
  return isWanted() ? [...ids] : null;
}

/** Selects all tasks that match the filters, once all on the page are selected. */
export function SelectMatching({
  query,
  matches: { total, atLeast = false },
  selection: { ids, selectable, replace },
  onRead,
}: {
  query: TaskQuery;
  matches: MatchCount;
  selection: Selection;
  /** Gets the tasks that are read. */
  onRead: (tasks: readonly TaskSummary[]) => void;
}) {
  const dispatch = useDispatch<StoreDispatch>();
  const isOffered = total > selectable.length && ids.size < total;
  if (!isOffered || !selectable.every((id) => ids.has(id))) return null;
  return (
    <SelectAllButton
      load={(isWanted) => matchingIds(query, dispatch, onRead, isWanted)}
      failure="Failed to select all tasks"
      onLoaded={replace}
    >
      Select {atLeast ? "the first" : "all"} {formatCount(total)} that match
    </SelectAllButton>
  );
}
