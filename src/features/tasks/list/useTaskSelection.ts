import { useEffect, useMemo } from "react";
import { useSelector } from "react-redux";
import type { Task } from "#contract/task.ts";
import { type Selection, useSelection } from "#features/bulk/useSelection.ts";
import { selectListQuery } from "#features/filters/filtersSlice.ts";
import { writeAddress } from "#features/filters/listQuery.ts";

const NONE: readonly Task[] = [];

/** The selected tasks. They stay selected on other pages, but not with other filters. */
export function useTaskSelection(tasks: readonly Task[] = NONE): Selection {
  const selectable = useMemo(() => tasks.map(({ id }) => id), [tasks]);
  const selection = useSelection(selectable);
  const query = useSelector(selectListQuery);
  const filters = writeAddress({ ...query, sort: "", page: 1 });
  const { replace } = selection;
  // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-deps -- runs when the filters change
  useEffect(() => () => replace([]), [filters, replace]);
  return selection;
}
