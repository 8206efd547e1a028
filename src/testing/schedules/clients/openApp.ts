import { clearAllListeners } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import { createCallWatch } from "#api/callWatch.ts";
import { storeParts } from "#app/layout/SignedInLayout.ts";
import { makeExtra, makeStore } from "#app/store.ts";
import { startChangesLoader } from "#features/changes/changesListeners.ts";
import * as later from "#features/changes/laterPart.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { installStoreParts } from "#lib/storeParts.ts";
import type { ListeningStore, StartListening } from "#session/appExtra.ts";
import { createRefresher } from "#session/refresher.ts";
import type { TokenVault } from "#session/tokens.ts";
import { openInvalidationQueue } from "#sync/live/invalidationQueue.ts";
import { ALL_CARDS } from "#testing/schedules/model/modelEvents.ts";

/** Calls are never overdue here; the connection has its own tests. */
const NEVER = 1e9;

/** Called after each action of a store, by the vault of its tokens. Subscribers hear of several at once. */
const observers = new WeakMap<TokenVault, () => void>();

/** Starts the listeners of the code that sends changes, by the vault of the page's tokens. */
const arrivals = new WeakMap<TokenVault, () => void>();

function startObserver(
  startListening: StartListening<WithChanges>,
  store: ListeningStore<WithChanges>,
) {
  const { extra } = store;
  arrivals.set(extra.tokens, () => {
    for (const start of later.storeParts.listeners) void start(startListening, store);
  });
  startListening({
    predicate: () => {
      observers.get(extra.tokens)?.();
      return false;
    },
    effect: () => undefined,
  });
}

const { listeners, ...slices } = storeParts;
installStoreParts({
  // The schedule decides when the code that sends changes arrives.
  storeParts: { ...slices, listeners: listeners.filter((start) => start !== startChangesLoader) },
});
installStoreParts({ storeParts: { slices: later.storeParts.slices } });
installStoreParts({ storeParts: { listeners: [startObserver] } });

/** The app without its screens: store, listeners and API calls. */
export function openApp(tokens: TokenVault, locks?: Pick<LockManager, "request">) {
  const refresher = createRefresher({ tokens, retryDelayMs: 1 });
  const calls = createCallWatch(NEVER);
  const extra = makeExtra({
    tokens,
    refresher,
    calls,
    locks,
    retryDelayMs: 1,
    failedQueryRetryMs: null,
  });
  const { user } = tokens;
  const { clientId } = extra;
  const store = makeStore({ auth: { status: "signedIn", user } }, extra);
  const queue = openInvalidationQueue({
    dispatch: store.dispatch,
    getState: store.getState,
    clientId,
    userId: user?.id ?? "",
    intervalMs: 350,
  });
  return {
    store,
    clientId,
    /** The code that sends changes has loaded. */
    arrive: () => arrivals.get(tokens)?.(),
    /** Calls `observe` after each action. */
    watch: (observe: () => void) => void observers.set(tokens, observe),
    /** The event of a task's change by a page (`by`) or by somebody else, or of a label's end. */
    hear: (id: string, by: string | null) =>
      queue.take(
        id === ALL_CARDS
          ? { type: "label", id, change: "removed", by }
          : { type: "task", id, change: "updated", by },
      ),
    hearReset: () => queue.addAll(),
    close() {
      observers.delete(tokens);
      queue.close();
      store.dispatch(clearAllListeners());
      store.dispatch(api.util.resetApiState());
    },
  };
}
