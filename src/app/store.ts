import { configureStore } from "@reduxjs/toolkit";
import { setupListeners } from "@reduxjs/toolkit/query/react";
import { api } from "#api/api.ts";
import { createCallWatch } from "#api/callWatch.ts";
import { createOutbox } from "#features/board/outbox/outbox.ts";
import { startOutbox } from "#features/board/outbox/outboxListeners.ts";
import { createClientId } from "#lib/clientId.ts";
import { createDrafts } from "#session/drafts.ts";
import type { AppExtra } from "#session/extra.ts";
import { createRefresher } from "#session/reauth.ts";
import { startSession } from "#session/sessionListeners.ts";
import { initialSession } from "#session/sessionSlice.ts";
import { createTokens } from "#session/tokens.ts";
import { watchBrowser } from "#sync/connection/watchBrowser.ts";
import { devTools } from "./devtools.ts";
import { illegalEvents } from "./illegalEvents.ts";
import { makeListeners } from "./listeners.ts";
import { type RootState, rootReducer } from "./rootReducer.ts";

/** What webpack puts in place of `process.env.NODE_ENV`. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

export type AppStore = ReturnType<typeof makeStore>;

/** ms after which a call's answer is long in coming. */
const OVERDUE_MS = 4_000;

/** What the store works with in a browser: local storage, Web Locks, the network. */
export function makeExtra(given: Partial<AppExtra> = {}): AppExtra {
  const tokens = given.tokens ?? createTokens();
  return {
    tokens,
    refresher: createRefresher({ tokens }),
    drafts: given.drafts ?? createDrafts(),
    retryDelay: 300,
    calls: createCallWatch(OVERDUE_MS),
    failedQueryRetryMs: 3_000,
    locks: navigator.locks,
    clientId: createClientId(),
    live: null,
    ...given,
  };
}

/** The app's store, with the session of this browser being restored. */
export function makeStore(preloaded: Partial<RootState> = {}, extra: AppExtra = makeExtra()) {
  const outbox = createOutbox({ locks: extra.locks });
  const listeners = makeListeners(extra, outbox);
  // Asked in so many words, so that a production build leaves the report out.
  const forDevelopment = process.env.NODE_ENV === "production" ? [] : [illegalEvents()];
  const store = configureStore({
    reducer: rootReducer,
    preloadedState: { session: initialSession(extra.tokens), ...preloaded },
    middleware: (getDefault) =>
      getDefault({ thunk: { extraArgument: extra } })
        .prepend(listeners)
        .concat(api.middleware)
        .concat(forDevelopment),
    devTools,
  });
  setupListeners(store.dispatch, watchBrowser);
  startSession(store.dispatch, store.getState, extra);
  startOutbox(store.dispatch, store.getState, outbox);
  return store;
}
