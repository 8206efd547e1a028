import { createSelector, lruMemoize } from "@reduxjs/toolkit";
import { type FiltersState, filtersAsTyped } from "#features/filters/filtersMachine.ts";
import { FILTER_NAMES, type Filters } from "#features/filters/listQuery.ts";
import type { WithChangesFilters } from "./boardFiltersSlice.ts";

export const selectBoardFiltersState = (state: WithChangesFilters): FiltersState =>
  state.boardFilters;

const sameFilters = (a: Filters, b: Filters): boolean =>
  FILTER_NAMES.every((name) => a[name] === b[name]);

/** The filters that the board shows: they follow the search box at every key. */
export const selectBoardFilters = createSelector([selectBoardFiltersState], filtersAsTyped, {
  memoize: lruMemoize,
  memoizeOptions: { resultEqualityCheck: sameFilters },
});
