import { afterEach } from "@jest/globals";
import { clearAllListeners } from "@reduxjs/toolkit";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { act } from "react";
import { toast } from "react-hot-toast/headless";
import { api } from "#api/api.ts";
import { App } from "#app/App.tsx";
import { devTools } from "#app/devtools/devtools.ts";
import { preload } from "#app/preload.ts";
import { type AppStore, makeExtra, makeStore } from "#app/store.ts";
import type { SessionResponse } from "#contract/shapes/session.ts";
import type { Role } from "#contract/user.ts";
import type { AppExtra, LiveOptions } from "#session/appExtra.ts";
import { Drafts } from "#session/drafts.ts";
import { createRefresher } from "#session/refresher.ts";
import { TokenVault } from "#session/tokens.ts";
import { createLastVisit, type LastVisit } from "#sync/lastVisit/lastVisit.ts";
import { startLastVisit } from "#sync/lastVisit/lastVisitListeners.ts";
import type { Records } from "#sync/lastVisit/records.ts";
import { type Backend, startBackend } from "./backend.ts";

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  while (cleanups.length > 0) await cleanups.pop()?.();
  localStorage.clear();
  sessionStorage.clear();
});

/** The app's store, with delays too short to notice. */
export function makeTestStore(
  tokens: TokenVault = new TokenVault(),
  given: Partial<Pick<AppExtra, "live" | "locks">> = {},
  lastVisit: LastVisit | null = null,
): AppStore {
  const refresher = createRefresher({ tokens, retryDelayMs: 1, timeoutMs: 2_000 });
  const drafts = new Drafts();
  const store = makeStore(
    {},
    makeExtra({ tokens, refresher, drafts, retryDelayMs: 1, failedQueryRetryMs: null, ...given }),
    lastVisit,
    null,
    devTools,
  );
  cleanups.push(() => drafts.retainOnly(null));
  cleanups.push(() => {
    store.dispatch(clearAllListeners());
    store.dispatch(api.util.resetApiState());
  });
  return store;
}

/** Starts the real server for this test, and closes it when the test ends. */
export async function openBackend(): Promise<Backend> {
  const backend = await startBackend();
  cleanups.push(() => backend.close());
  return backend;
}

export interface RenderOptions {
  /** The path at which the app opens. */
  path?: string;
  /** The signed-in user: a new user of this role, a session, or none. */
  as?: Role | Pick<SessionResponse, "user" | "refreshToken"> | null;
  backend?: Backend;
  /** Live updates; off by default. */
  live?: LiveOptions | null;
  /** The storage of earlier visits' data. Without it the app stores none. */
  records?: Records;
}

/** Renders the whole app at `path` against the real server. */
export async function renderApp({
  path = "/",
  as = null,
  backend: given,
  live = null,
  records,
}: RenderOptions = {}) {
  const backend = given ?? (await openBackend());
  if (typeof as === "string") backend.remember(await backend.register({ role: as }));
  else if (as) backend.remember(as);
  window.history.replaceState(null, "", path);
  const tokens = new TokenVault();
  const lastVisit = records ? createLastVisit(tokens, records) : null;
  const store = makeTestStore(tokens, { live }, lastVisit);
  if (lastVisit) {
    await preload(window.location.pathname);
    await startLastVisit(store.dispatch, store.getState, lastVisit.read());
  }
  const user = userEvent.setup();
  const view = render(<App store={store} />);
  // The toasts' renderer loads late.
  await waitFor(() => screen.getByLabelText("Notifications"));
  cleanups.push(() => {
    view.unmount();
    act(() => toast.remove());
  });
  return { store, user, backend, view };
}
