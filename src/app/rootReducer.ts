import { combineReducers } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import { boardSlice } from "#features/board/moves/boardSlice.ts";
import { filtersSlice } from "#features/filters/filtersSlice.ts";
import { userBulk } from "#features/users/userBulk.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { sessionSlice } from "#session/sessionSlice.ts";
import { connectionSlice } from "#sync/connection/connectionSlice.ts";
import { extensionsSlice } from "#sync/extensions/extensions.ts";
import { liveSlice } from "#sync/live/liveSlice.ts";

/** Every slice, and the query cache. */
export const rootReducer = combineReducers({
  api: api.reducer,
  extensions: extensionsSlice.reducer,
  session: sessionSlice.reducer,
  connection: connectionSlice.reducer,
  live: liveSlice.reducer,
  board: boardSlice.reducer,
  userBulk: userBulk.reducer,
  filters: filtersSlice.reducer,
});

export type RootState = ReturnType<typeof rootReducer>;
export type AppDispatch = StoreDispatch<RootState>;
