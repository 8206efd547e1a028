import type { PayloadAction } from "@reduxjs/toolkit";
import {
  afterFiltersEvent,
  type FiltersEvent,
  type FiltersEventType,
  type FiltersState,
} from "./filtersMachine.ts";

type Payload<E extends FiltersEventType> = PayloadAction<
  Omit<Extract<FiltersEvent, { type: E }>, "type">
>;

/** The reducers of a slice that runs the filters' machine. Each screen with filters has its own slice. */
export const filtersReducers = {
  addressOpened: (state: FiltersState, { payload }: Payload<"addressOpened">) =>
    afterFiltersEvent(state, { type: "addressOpened", ...payload }),
  searchTyped: (state: FiltersState, { payload }: Payload<"searchTyped">) =>
    afterFiltersEvent(state, { type: "searchTyped", ...payload }),
  typingPaused: (state: FiltersState) => afterFiltersEvent(state, { type: "typingPaused" }),
  filterChosen: (state: FiltersState, { payload }: Payload<"filterChosen">) =>
    afterFiltersEvent(state, { type: "filterChosen", ...payload }),
  filtersReset: (state: FiltersState) => afterFiltersEvent(state, { type: "filtersReset" }),
  listLeft: (state: FiltersState) => afterFiltersEvent(state, { type: "listLeft" }),
};
