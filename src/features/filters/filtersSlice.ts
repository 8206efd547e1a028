import {
  createSelector,
  isFulfilled,
  type PayloadAction,
  type UnknownAction,
} from "@reduxjs/toolkit";
import type { TaskPageResponse } from "#contract/shapes/task.ts";
import type { TaskQuery } from "#contract/task.ts";
import { paths } from "#lib/address/paths.ts";
import { type FiltersState, filtersReducer } from "#lib/filters/filtersMachine.ts";
import { writeView } from "#lib/filters/view.ts";
import { createFiltersSlice } from "./createFiltersSlice.ts";
import { type ListQuery, TASK_VIEW, toTaskQuery } from "./listQuery.ts";

type TaskFilters = FiltersState<ListQuery>;

const afterEvent = filtersReducer(TASK_VIEW);

/** Whether a call's query is the current one. */
function isCurrent(state: TaskFilters, query: TaskQuery): boolean {
  const current: Partial<Record<string, unknown>> = { ...toTaskQuery(state.query) };
  const other: Partial<Record<string, unknown>> = { ...query };
  const keys = new Set([...Object.keys(current), ...Object.keys(other)]);
  return [...keys].every((key) => current[key] === other[key]);
}

type Searched = PayloadAction<
  TaskPageResponse,
  string,
  { arg: { endpointName: string; originalArgs: TaskQuery } }
>;

/** The room of the call imports the filters, so these don't import it. */
const isSearched = (action: UnknownAction): action is Searched =>
  isFulfilled(action) && (action as Searched).meta.arg.endpointName === "searchTasks";

export const { slice: filtersSlice, event: filtersEvent } = createFiltersSlice(
  "filters",
  TASK_VIEW,
  (builder) => {
    builder.addMatcher(isSearched, (state, { meta, payload }) => {
      if (!isCurrent(state, meta.arg.originalArgs)) return state;
      const { totalPages } = payload.pagination;
      return afterEvent(state, { type: "pagesCounted", totalPages });
    });
  },
);

/** The part of the store's state that the filters live in. */
export interface WithFilters {
  filters: TaskFilters;
}

export const selectFilters = (state: WithFilters): TaskFilters => state.filters;
export const selectListQuery = (state: WithFilters): ListQuery => state.filters.query;

/** The query of the call, or null while no list is shown. */
export const selectTaskQuery = createSelector([selectFilters], (filters) =>
  filters.phase === "closed" ? null : toTaskQuery(filters.query),
);

/** Whether the list shows the query of a call. */
export const selectIsCurrent = ({ filters }: WithFilters, query: TaskQuery): boolean =>
  filters.phase !== "closed" && isCurrent(filters, query);

/** The address of the task list with its last filters and page. */
export const selectListAddress = (state: WithFilters): string =>
  paths.tasks + writeView(selectListQuery(state));
