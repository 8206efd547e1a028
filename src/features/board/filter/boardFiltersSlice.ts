import { createSlice } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import {
  afterFiltersEvent,
  type FiltersState,
  initialFilters,
} from "#features/filters/filtersMachine.ts";
import { filtersReducers } from "#features/filters/filtersReducers.ts";

/** The board's filters. They run the same machine as the list's, and mean the same in the address. */
export const boardFiltersSlice = createSlice({
  name: "boardFilters",
  initialState: initialFilters,
  reducers: filtersReducers,
  extraReducers: (builder) => {
    builder.addMatcher(api.util.resetApiState.match, (state) =>
      afterFiltersEvent(state, { type: "userLeft" }),
    );
  },
});

/** The part of the store's state that the board's filters live in. */
export interface WithChangesFilters {
  boardFilters: FiltersState;
}
