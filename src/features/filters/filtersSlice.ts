import { createSelector, createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import type { TaskQuery } from "#contract/task.ts";
import { paths } from "#lib/paths.ts";
import {
  afterFiltersEvent,
  type FiltersEvent,
  type FiltersEventType,
  type FiltersState,
  initialFilters,
} from "./filtersMachine.ts";
import { filtersReducers } from "./filtersReducers.ts";
import { type ListQuery, toTaskQuery, writeAddress } from "./listQuery.ts";
import { searchApi } from "./searchApi.ts";

type Payload<E extends FiltersEventType> = PayloadAction<
  Omit<Extract<FiltersEvent, { type: E }>, "type">
>;

/** Whether a call's query is the current one. */
function isCurrent(state: FiltersState, query: TaskQuery): boolean {
  const current: Partial<Record<string, unknown>> = { ...toTaskQuery(state.query) };
  const other: Partial<Record<string, unknown>> = { ...query };
  const keys = new Set([...Object.keys(current), ...Object.keys(other)]);
  return [...keys].every((key) => current[key] === other[key]);
}

export const filtersSlice = createSlice({
  name: "filters",
  initialState: initialFilters,
  reducers: {
    ...filtersReducers,
    sortChosen: (state, { payload }: Payload<"sortChosen">) =>
      afterFiltersEvent(state, { type: "sortChosen", ...payload }),
    taskCreated: (state) => afterFiltersEvent(state, { type: "taskCreated" }),
    pageTurned: (state, { payload }: Payload<"pageTurned">) =>
      afterFiltersEvent(state, { type: "pageTurned", ...payload }),
  },
  extraReducers: (builder) => {
    builder
      .addMatcher(searchApi.endpoints.searchTasks.matchFulfilled, (state, { meta, payload }) => {
        if (!isCurrent(state, meta.arg.originalArgs)) return state;
        const { totalPages } = payload.pagination;
        return afterFiltersEvent(state, { type: "pagesCounted", totalPages });
      })
      .addMatcher(api.util.resetApiState.match, (state) =>
        afterFiltersEvent(state, { type: "userLeft" }),
      );
  },
});

export const {
  addressOpened,
  searchTyped,
  typingPaused,
  filterChosen,
  filtersReset,
  sortChosen,
  taskCreated,
  pageTurned,
  listLeft,
} = filtersSlice.actions;

/** The part of the store's state that the filters live in. */
export interface WithFilters {
  filters: FiltersState;
}

export const selectFilters = (state: WithFilters): FiltersState => state.filters;
export const selectListQuery = (state: WithFilters): ListQuery => state.filters.query;

/** The text in the search box. */
export const selectSearchText = ({ filters }: WithFilters): string =>
  filters.phase === "closed" ? filters.query.filters.search : filters.text;

/** The query of the call, or null while no list is shown. */
export const selectTaskQuery = createSelector([selectFilters], (filters) =>
  filters.phase === "closed" ? null : toTaskQuery(filters.query),
);

/** Whether the list shows the query of a call. */
export const selectIsCurrent = ({ filters }: WithFilters, query: TaskQuery): boolean =>
  filters.phase !== "closed" && isCurrent(filters, query);

/** The address of the task list with its last filters and page. */
export const selectListAddress = (state: WithFilters): string =>
  paths.tasks + writeAddress(selectListQuery(state));
