import { createCallWatch } from "#api/callWatch.ts";
import { type AppStore, makeExtra, makeStore } from "#app/store.ts";
import { filtersEvent } from "#features/filters/filtersSlice.ts";
import { Drafts } from "#session/drafts.ts";
import { createRefresher } from "#session/refresher.ts";
import { TokenVault } from "#session/tokens.ts";
import { memoryStorage } from "#testing/schedules/model/fakeBrowser.ts";

export interface Tab {
  store: AppStore;
  tokens: TokenVault;
  drafts: Drafts;
  /** Its session storage. */
  storage: ReadonlyMap<string, string>;
  events: EventTarget;
  /** The session's states, in order. */
  statuses: string[];
}

/** The timeout of a refresh attempt in ms. */
const REFRESH_TIMEOUT_MS = 10_000;

/** The app without its screens, in a tab of this browser. */
export function openTab(
  shared: ConstructorParameters<typeof TokenVault>[0],
  channel: ConstructorParameters<typeof TokenVault>[2],
  locks: Pick<LockManager, "request"> | undefined,
): Tab {
  const events = new EventTarget();
  const storage = new Map<string, string>();
  const tokens = new TokenVault(shared, events, channel);
  const refresher = createRefresher({ tokens, locks, timeoutMs: REFRESH_TIMEOUT_MS });
  const drafts = new Drafts(() => memoryStorage(storage));
  const calls = createCallWatch(4_000);
  const store = makeStore(
    {},
    makeExtra({ tokens, refresher, drafts, calls, live: null, locks, retryDelayMs: 300 }),
  );
  const statuses: string[] = [store.getState().auth.status];
  let shown: string | undefined;
  store.subscribe(() => {
    const { auth } = store.getState();
    if (auth.status !== statuses.at(-1)) statuses.push(auth.status);
    const user = auth.status === "signedOut" ? undefined : auth.user?.id;
    if (user === shown) return;
    shown = user;
    // When the user changes, the route guards unmount the screens, and the task list dispatches
    // `listLeft`. This does the same.
    queueMicrotask(() => {
      if (store.getState().filters.phase !== "closed")
        store.dispatch(filtersEvent({ type: "listLeft" }));
    });
  });
  return { store, tokens, drafts, storage, events, statuses };
}
