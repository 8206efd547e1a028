import { createSelector, lruMemoize } from "@reduxjs/toolkit";
import { createFiltersSlice } from "#features/filters/createFiltersSlice.ts";
import { BOARD_VIEW, type ListQuery } from "#features/filters/listQuery.ts";
import { type FiltersState, filtersAsTyped } from "#lib/filters/filtersMachine.ts";
import { sameFilters } from "#lib/filters/view.ts";

/** The board's filters. They run the same machine as the list's, and mean the same in the address. */
export const { slice: boardFiltersSlice, event: boardFiltersEvent } = createFiltersSlice(
  "boardFilters",
  BOARD_VIEW,
);

/** The part of the store's state that the board's filters live in. */
export interface WithBoardFilters {
  boardFilters: FiltersState<ListQuery>;
}

export const selectBoardFiltersState = (state: WithBoardFilters): FiltersState<ListQuery> =>
  state.boardFilters;

/** The filters that the board shows: they follow the search box at every key. */
export const selectBoardFilters = createSelector([selectBoardFiltersState], filtersAsTyped, {
  memoize: lruMemoize,
  memoizeOptions: { resultEqualityCheck: sameFilters },
});
