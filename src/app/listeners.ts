import { createListenerMiddleware } from "@reduxjs/toolkit";
import type { AppExtra } from "#api/extra.ts";
import { startAuthListeners } from "#features/auth/authListeners.ts";
import { startBoardListeners } from "#features/board/boardListeners.ts";
import { startFiltersListeners } from "#features/filters/filtersListeners.ts";
import type { AppDispatch, RootState } from "./store.ts";

/** Every outcome → toast, and every event → what follows from it, of all features. */
export function makeListeners(extra: AppExtra) {
  const { middleware, startListening } = createListenerMiddleware({ extra });
  const start = startListening.withTypes<RootState, AppDispatch, AppExtra>();
  startAuthListeners(start);
  startBoardListeners(start);
  startFiltersListeners(start);
  return middleware;
}
