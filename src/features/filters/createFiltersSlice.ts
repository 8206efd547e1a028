import { type ActionReducerMapBuilder, createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import {
  closedFilters,
  type FiltersEvent,
  type FiltersState,
  filtersReducer,
} from "#lib/filters/filtersMachine.ts";
import type { ViewSpec } from "#lib/filters/view.ts";
import type { Filters, ListQuery } from "./listQuery.ts";

type TaskFilters = FiltersState<ListQuery>;
type TaskFiltersEvent = FiltersEvent<ListQuery>;

/**
 * A slice that runs the filters' machine for a screen of tasks, and its action: an event, whose name
 * DevTools shows in the action's type.
 */
export function createFiltersSlice<Name extends string>(
  name: Name,
  spec: ViewSpec<Filters, Exclude<ListQuery["sort"], "">>,
  extraReducers?: (builder: ActionReducerMapBuilder<TaskFilters>) => void,
) {
  const after = filtersReducer(spec);
  const prefix = `${name}/`;
  const slice = createSlice({
    name,
    initialState: closedFilters(spec),
    reducers: {},
    extraReducers: (builder) => {
      extraReducers?.(builder);
      builder
        .addMatcher(
          (action): action is PayloadAction<object> => action.type.startsWith(prefix),
          (state, { type, payload }) =>
            after(state, { type: type.slice(prefix.length), ...payload } as TaskFiltersEvent),
        )
        .addMatcher(api.util.resetApiState.match, (state) => after(state, { type: "userLeft" }));
    },
  });
  const event = ({ type, ...payload }: TaskFiltersEvent) => ({ type: prefix + type, payload });
  return { slice, event };
}
