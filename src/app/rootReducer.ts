import { combineSlices, type Reducer, type UnknownAction } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import { newSlices } from "#lib/storeParts.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { sessionSlice } from "#session/sessionSlice.ts";
import { connectionSlice } from "#sync/connection/connectionSlice.ts";
import { extensionsSlice } from "#sync/extensions/extensions.ts";
import { liveSlice } from "#sync/live/liveSlice.ts";
import { withoutCallName } from "./devtools/callNames.ts";
import { placeholders } from "./placeholders.ts";

const slices = combineSlices(
  api,
  extensionsSlice,
  sessionSlice,
  connectionSlice,
  liveSlice,
  placeholders,
);

export type RootState = ReturnType<typeof slices>;
export type AppDispatch = StoreDispatch<RootState>;

const forEachNewSlice = newSlices();

/** Every slice, and the query cache. Slices of loaded screens replace their placeholders. */
export const rootReducer: Reducer<RootState, UnknownAction, Partial<RootState>> = (
  state,
  action,
) => {
  forEachNewSlice(({ name, reducer }) => {
    slices.inject({ reducerPath: name, reducer }, { overrideExisting: true });
  });
  return slices(state, withoutCallName(action));
};
