import { createCallWatch } from "#api/callWatch.ts";
import { type AppStore, makeExtra, makeStore } from "#app/store.ts";
import { listLeft } from "#features/filters/filtersSlice.ts";
import { createDrafts, type Drafts } from "#session/drafts.ts";
import { createRefresher } from "#session/reauth.ts";
import { createTokens, type TokenVault } from "#session/tokens.ts";
import { TabStorage } from "./storages.ts";

export interface Tab {
  store: AppStore;
  tokens: TokenVault;
  drafts: Drafts;
  storage: TabStorage;
  events: EventTarget;
  /** The session's states, in order. */
  statuses: string[];
}

/** ms that an attempt to refresh may take. */
const TIMEOUT = 10_000;

/** The app without its screens, in a tab of this browser. */
export function openTab(
  shared: Parameters<typeof createTokens>[0],
  channel: Parameters<typeof createTokens>[2],
  locks: Pick<LockManager, "request"> | undefined,
): Tab {
  const events = new EventTarget();
  const storage = new TabStorage();
  const tokens = createTokens(shared, events, channel);
  const refresher = createRefresher({ tokens, locks, timeout: TIMEOUT });
  const drafts = createDrafts(() => storage);
  const calls = createCallWatch(4_000);
  const store = makeStore(
    {},
    makeExtra({ tokens, refresher, drafts, calls, live: null, locks, retryDelay: 300 }),
  );
  const statuses: string[] = [store.getState().session.status];
  let shown: string | undefined;
  store.subscribe(() => {
    const { session } = store.getState();
    if (session.status !== statuses.at(-1)) statuses.push(session.status);
    const user = session.status === "signedOut" ? undefined : session.user?.id;
    if (user === shown) return;
    shown = user;
    // The screens go with their user, as the guards have it; the list says so.
    queueMicrotask(() => {
      if (store.getState().filters.phase !== "closed") store.dispatch(listLeft());
    });
  });
  return { store, tokens, drafts, storage, events, statuses };
}
