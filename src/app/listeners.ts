import {
  clearAllListeners,
  createAction,
  createListenerMiddleware,
  type Middleware,
} from "@reduxjs/toolkit";
import type { AppDispatch, RootState } from "#app/state/rootReducer.ts";
import { loadCode } from "#lib/lazyPart.tsx";
import { newListeners, onStoreParts } from "#lib/storeParts.ts";
import { whenIdle } from "#lib/whenIdle.ts";
import type { AppExtra } from "#session/appExtra.ts";
import { startSessionListeners } from "#session/sessionListeners.ts";
import { startConnectionListeners } from "#sync/connection/connectionListeners.ts";
import { isReportable } from "#sync/connection/errorSuppression.ts";
import { startFailedQueryRetry } from "#sync/connection/failedQueryRetry.ts";
import { startExtensionListeners } from "#sync/extensions/extensions.ts";
import type { LastVisit } from "#sync/lastVisit/lastVisit.ts";
import { startLastVisitListeners } from "#sync/lastVisit/lastVisitListeners.ts";
import { startLiveListeners } from "#sync/live/liveListeners.ts";
import { startCallToasts } from "#ui/toasts/callToasts.ts";
import { loadLayout } from "./preload.ts";

/** The layout or a page has brought slices or listeners. */
const storePartsAdded = createAction("app/storePartsAdded");

const loadPlan = () => import(/* webpackChunkName: "idle" */ "./layout/lastVisitPlan.ts");

/** The list of what to store reads the layout's slices. */
async function loadWriter() {
  await loadCode(loadLayout);
  return await loadCode(loadPlan);
}

/**
 * Starts the listeners that run on every screen: toasts, refetches and other reactions to actions.
 * Those of the layout and of a page start when it has loaded.
 */
export function makeListeners(extra: AppExtra, lastVisit: LastVisit | null) {
  const { middleware, startListening } = createListenerMiddleware({ extra });
  const start = startListening.withTypes<RootState, AppDispatch, AppExtra>();
  startSessionListeners(start);
  startConnectionListeners(start);
  startCallToasts(start, isReportable);
  startExtensionListeners(start);
  startFailedQueryRetry(start);
  if (lastVisit) startLastVisitListeners(start, { lastVisit, loadWriter, whenIdle });
  startLiveListeners(start);
  const forEachNewListener = newListeners();
  const late: Middleware<object, RootState> = (store) => {
    const startNew = () =>
      forEachNewListener((begin) => begin(start as never, { ...store, extra } as never));
    const forget = onStoreParts(() => {
      // Listeners compare states. Even the one before their first action has their slices.
      store.dispatch(storePartsAdded());
      startNew();
    });
    let isOpen = true;
    return (next) => (action) => {
      if (clearAllListeners.match(action)) {
        forget();
        isOpen = false;
      } else if (isOpen && !storePartsAdded.match(action)) startNew();
      return next(action);
    };
  };
  return [late, middleware] as const;
}
