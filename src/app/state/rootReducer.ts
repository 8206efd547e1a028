import { combineSlices, type Reducer, type UnknownAction } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import type { WithBoardFilters } from "#features/board/filter/boardFiltersSlice.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import type { WithUploads } from "#features/files/uploadsSlice.ts";
import type { WithFilters } from "#features/filters/filtersSlice.ts";
import type { WithSelection } from "#features/selection/selectionSlice.ts";
import type { WithTeamBulk } from "#features/teams/several/teamBulk.ts";
import type { WithUserBulk } from "#features/users/userBulk.ts";
import { newSlices } from "#lib/storeParts.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { authSlice } from "#session/authSlice.ts";
import { connectionSlice } from "#sync/connection/connectionSlice.ts";
import { extensionsSlice } from "#sync/extensions/extensions.ts";
import { liveSlice } from "#sync/live/liveSlice.ts";
import { withoutCallName } from "./callNames.ts";

/** The state of the slices that come with the layout or a page. Only their code reads it. */
type LateState = Pick<WithChanges, "board" | "changes"> &
  WithSelection &
  WithFilters &
  WithBoardFilters &
  WithUploads &
  WithUserBulk &
  WithTeamBulk;

const slices = combineSlices(
  api,
  extensionsSlice,
  authSlice,
  connectionSlice,
  liveSlice,
).withLazyLoadedSlices<LateState>();

export type RootState = ReturnType<typeof slices> & LateState;
export type AppDispatch = StoreDispatch<RootState>;

const forEachNewSlice = newSlices();

/** Every slice, and the query cache. Slices are added when the layout or a page brings them. */
export const rootReducer: Reducer<RootState, UnknownAction, Partial<RootState>> = (
  state,
  action,
) => {
  forEachNewSlice(({ name, reducer }) => {
    const slice = { reducerPath: name, reducer } as Parameters<typeof slices.inject>[0];
    // A part that loads later may bring the whole reducer of a slice.
    slices.inject(slice, { overrideExisting: true });
  });
  return slices(state, withoutCallName(action)) as RootState;
};
