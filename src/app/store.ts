import { configureStore, type DevToolsEnhancerOptions } from "@reduxjs/toolkit";
import { setupListeners } from "@reduxjs/toolkit/query/react";
import { api } from "#api/api.ts";
import { createCallWatch } from "#api/callWatch.ts";
import { type RootState, rootReducer } from "#app/state/rootReducer.ts";
import { createClientId } from "#lib/clientId.ts";
import type { AppExtra } from "#session/appExtra.ts";
import { initialSession, type SessionState } from "#session/authSlice.ts";
import { Drafts } from "#session/drafts.ts";
import { createRefresher } from "#session/refresher.ts";
import { restoreSession } from "#session/sessionListeners.ts";
import { TokenVault } from "#session/tokens.ts";
import { watchBrowser } from "#sync/connection/watchBrowser.ts";
import type { LastVisit } from "#sync/lastVisit/lastVisit.ts";
import { logActions } from "./devtools/actionLog.ts";
import { watchMachines } from "./devtools/watchMachines.ts";
import type { EarlyStart } from "./early/earlyStart.ts";
import { makeListeners } from "./listeners.ts";

/** Webpack replaces `process.env.NODE_ENV`. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

export type AppStore = ReturnType<typeof makeStore>;

/** A call that waits this many ms for its response triggers a connection check. */
const RESPONSE_OVERDUE_MS = 4_000;

/** The store's extra argument in a browser; tests replace parts of it. */
export function makeExtra(given: Partial<AppExtra> = {}): AppExtra {
  const tokens = given.tokens ?? new TokenVault();
  return {
    tokens,
    refresher: createRefresher({ tokens }),
    drafts: given.drafts ?? new Drafts(),
    retryDelayMs: 300,
    calls: createCallWatch(RESPONSE_OVERDUE_MS),
    failedQueryRetryMs: 3_000,
    locks: navigator.locks,
    earlyCalls: null,
    clientId: createClientId(),
    live: null,
    ...given,
  };
}

/**
 * Creates the store. Restores the stored session, or continues the one that the first script has
 * begun to restore.
 *
 * @param lastVisit stores the shown data for the next visit; null disables this
 * @param devTools the options of Redux DevTools, which hide secrets; false disables them
 */
export function makeStore(
  preloaded: Partial<RootState> = {},
  extra: AppExtra = makeExtra(),
  lastVisit: LastVisit | null = null,
  early: EarlyStart | null = null,
  devTools: DevToolsEnhancerOptions | false = false,
) {
  const listeners = makeListeners(extra, lastVisit);
  // NODE_ENV is compared inline, so that the production build drops the middleware.
  const devMiddleware = process.env.NODE_ENV === "production" ? [] : [watchMachines()];
  const expiredUser = early?.expiredUser();
  const auth: SessionState = expiredUser
    ? { status: "restoring", user: expiredUser }
    : initialSession(extra.tokens);
  const store = configureStore({
    reducer: rootReducer,
    preloadedState: { auth, ...preloaded },
    middleware: (getDefault) =>
      getDefault({ thunk: { extraArgument: extra } })
        .prepend(...listeners)
        .concat(api.middleware)
        .concat(devMiddleware)
        .concat(logActions),
    devTools,
  });
  setupListeners(store.dispatch, watchBrowser);
  early?.listen(store.dispatch);
  restoreSession(store.dispatch, store.getState, extra);
  return store;
}
