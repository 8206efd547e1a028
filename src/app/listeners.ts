import { createListenerMiddleware, type Middleware } from "@reduxjs/toolkit";
import { newListeners } from "#lib/storeParts.ts";
import { whenIdle } from "#lib/whenIdle.ts";
import type { AppExtra } from "#session/appExtra.ts";
import { startSessionListeners } from "#session/sessionListeners.ts";
import { startCallToasts } from "#sync/connection/callToasts.ts";
import { startConnectionListeners } from "#sync/connection/connectionListeners.ts";
import { startFailedQueryRetry } from "#sync/connection/failedQueryRetry.ts";
import { startExtensionListeners } from "#sync/extensions/extensions.ts";
import type { LastVisit } from "#sync/lastVisit/lastVisit.ts";
import { startLastVisitListeners } from "#sync/lastVisit/lastVisitListeners.ts";
import { startLiveListeners } from "#sync/live/liveListeners.ts";
import type { AppDispatch, RootState } from "./rootReducer.ts";

const loadPlan = async () => (await import("./lastVisitPlan.ts")).lastVisitPlan;

/**
 * Starts the listeners that run on every screen: toasts, refetches and other reactions to actions.
 * Those of a loaded screen start before the next action.
 */
export function makeListeners(extra: AppExtra, lastVisit: LastVisit | null) {
  const { middleware, startListening } = createListenerMiddleware({ extra });
  const start = startListening.withTypes<RootState, AppDispatch, AppExtra>();
  startSessionListeners(start);
  startConnectionListeners(start);
  startCallToasts(start);
  startExtensionListeners(start);
  startFailedQueryRetry(start);
  if (lastVisit) startLastVisitListeners(start, { lastVisit, loadPlan, whenIdle });
  startLiveListeners(start);
  const forEachNewListener = newListeners();
  const late: Middleware<object, RootState> = (store) => (next) => (action) => {
    forEachNewListener((startLate) => startLate(start as never, { ...store, extra } as never));
    return next(action);
  };
  return [late, middleware] as const;
}
