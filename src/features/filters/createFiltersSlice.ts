import { type ActionReducerMapBuilder, createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import {
  closedFilters,
  type FiltersEvent,
  type FiltersEventType,
  type FiltersState,
  filtersReducer,
} from "#lib/filters/filtersMachine.ts";
import type { ViewSpec } from "#lib/filters/view.ts";
import type { Filters, ListQuery } from "./listQuery.ts";

type TaskFilters = FiltersState<ListQuery>;

type Payload<E extends FiltersEventType> = PayloadAction<
  Omit<Extract<FiltersEvent<ListQuery>, { type: E }>, "type">
>;

/** A slice that runs the filters' machine for a screen of tasks. */
export function createFiltersSlice<Name extends string>(
  name: Name,
  spec: ViewSpec<Filters, Exclude<ListQuery["sort"], "">>,
  extraReducers?: (builder: ActionReducerMapBuilder<TaskFilters>) => void,
) {
  const after = filtersReducer(spec);
  return createSlice({
    name,
    initialState: closedFilters(spec),
    reducers: {
      addressOpened: (state: TaskFilters, { payload }: Payload<"addressOpened">) =>
        after(state, { type: "addressOpened", ...payload }),
      searchTyped: (state: TaskFilters, { payload }: Payload<"searchTyped">) =>
        after(state, { type: "searchTyped", ...payload }),
      typingPaused: (state: TaskFilters) => after(state, { type: "typingPaused" }),
      filterChosen: (state: TaskFilters, { payload }: Payload<"filterChosen">) =>
        after(state, { type: "filterChosen", ...payload }),
      filtersReset: (state: TaskFilters) => after(state, { type: "filtersReset" }),
      sortChosen: (state: TaskFilters, { payload }: Payload<"sortChosen">) =>
        after(state, { type: "sortChosen", ...payload }),
      taskCreated: (state: TaskFilters) => after(state, { type: "taskCreated" }),
      pageTurned: (state: TaskFilters, { payload }: Payload<"pageTurned">) =>
        after(state, { type: "pageTurned", ...payload }),
      listLeft: (state: TaskFilters) => after(state, { type: "listLeft" }),
    },
    extraReducers: (builder) => {
      extraReducers?.(builder);
      builder.addMatcher(api.util.resetApiState.match, (state) =>
        after(state, { type: "userLeft" }),
      );
    },
  });
}
