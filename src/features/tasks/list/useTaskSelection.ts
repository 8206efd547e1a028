import { useEffect, useMemo, useRef } from "react";
import { useSelector } from "react-redux";
import type { ListedTask, Task } from "#contract/shapes/task.ts";
import { selectListQuery } from "#features/filters/filtersSlice.ts";
import { sortOf } from "#features/filters/listQuery.ts";
import type { ShownLabel } from "#features/labels/labelsApi.ts";
import { useLabels } from "#features/labels/useLabels.ts";
import { type Selection, useSelection } from "#features/selection/useSelection.ts";
import { writeView } from "#lib/filters/view.ts";
import { useToday } from "#lib/hooks.ts";
import { visibleTasks } from "./view/groupTasks.ts";
import { type ListView, shownGrouping } from "./view/listView.ts";

const NONE: readonly ListedTask[] = [];
const NO_LABELS: readonly ShownLabel[] = [];

/**
 * Unselects the tasks that leave the page because they no longer match: a change of the selected
 * tasks must not reach tasks that the user no longer sees. A task of another page stays selected.
 */
function useUnselectGone(
  { ids, replace }: Selection,
  address: string,
  shown: readonly Task[] | undefined,
): void {
  const last = useRef<{ address: string; ids: ReadonlySet<string> } | null>(null);
  useEffect(() => {
    const now = new Set(shown?.map(({ id }) => id));
    const before = last.current;
    last.current = shown ? { address, ids: now } : null;
    if (!shown || before?.address !== address) return;
    const left = [...ids].filter((id) => !before.ids.has(id) || now.has(id));
    if (left.length < ids.size) replace(left);
  }, [address, shown, ids, replace]);
}

/**
 * The selected tasks. They stay selected on other pages, but not with other filters.
 *
 * @param tasks the page that is shown, perhaps that of the former query
 * @param current the query's own page, once it has arrived
 * @param view which rows are in closed groups, and so can't be selected
 */
export function useTaskSelection(
  tasks: readonly ListedTask[] = NONE,
  current: readonly Task[] | undefined,
  view: ListView,
): Selection {
  const today = useToday();
  const sort = sortOf(useSelector(selectListQuery));
  const labels = useLabels(false) ?? NO_LABELS;
  const selectable = useMemo(
    () =>
      visibleTasks(tasks, shownGrouping(view, sort), view, today, sort.startsWith("-"), labels).map(
        ({ id }) => id,
      ),
    [tasks, view, sort, today, labels],
  );
  const selection = useSelection("tasks", selectable);
  const query = useSelector(selectListQuery);
  const filters = writeView({ ...query, sort: "", page: 1 });
  const { replace } = selection;
  // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-deps -- runs when the filters change
  useEffect(() => () => replace([]), [filters, replace]);
  useUnselectGone(selection, writeView(query), current);
  return selection;
}
