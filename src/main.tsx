import "#ui/tokens.css";
import "#ui/base.css";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { selectIsWaiting } from "#api/api.ts";
import { App } from "#app/App.tsx";
import { extraFrom, takeEarlyStart } from "#app/early/earlyStart.ts";
import { preload } from "#app/preload.ts";
import { registerServiceWorker } from "#app/registerServiceWorker.ts";
import { type AppStore, makeExtra, makeStore } from "#app/store.ts";
import { pathInApp } from "#lib/address/basePath.ts";
import { paths } from "#lib/address/paths.ts";
import { listenForKeys } from "#lib/commands/useCommand.ts";
import { pause } from "#lib/pause.ts";
import { startTheme } from "#lib/theme/theme.ts";
import { startUntil } from "#lib/whenIdle.ts";
import type { TokenVault } from "#session/tokens.ts";
import type { LastVisit } from "./sync/lastVisit/lastVisit.ts";
import { startLastVisit } from "./sync/lastVisit/lastVisitListeners.ts";
import { LIVE_OPTIONS } from "./sync/live/liveOptions.ts";

/**
 * The time in ms that the first render waits for the page's code, which loads in parallel with the
 * app's. Without the wait React would show a spinner for at least 300 ms. The last visit's data
 * is read during the wait.
 */
const PAGE_CODE_GRACE_MS = 200;

/** Loads the last visit's data if the first script has not; null if that fails. */
async function loadLastVisit(tokens: TokenVault): Promise<LastVisit | null> {
  const code = await import("./sync/lastVisit/lastVisit.ts").catch(() => null);
  return code && code.createLastVisit(tokens);
}

/** The options of Redux DevTools; false without the extension, or if their code can't be loaded. */
const loadDevTools = async () =>
  "__REDUX_DEVTOOLS_EXTENSION_COMPOSE__" in window &&
  (await import("#app/devtools/devtools.ts").then(
    ({ devTools }) => devTools,
    () => false as const,
  ));

/** The path of the first page. The sign-in page redirects a signed-in user to the dashboard. */
function firstPath({ user }: TokenVault): string {
  const path = pathInApp(window.location.pathname) ?? paths.home;
  return user && (path === paths.login || path === paths.register) ? paths.home : path;
}

/**
 * The longest time in ms that idle code waits for the first content. What it brings, such as the notice
 * of a lost connection, must show although the server is silent, and a toast while it would still be open.
 */
const FIRST_CONTENT_MS = 2_000;

/** Keeps idle code from loading until the first page has mounted and has its data. */
function holdIdleCode(root: HTMLElement, getState: AppStore["getState"]): void {
  const latest = performance.now() + FIRST_CONTENT_MS;
  startUntil(
    () =>
      performance.now() > latest ||
      // The page shows its heading, and has begun its queries.
      (root.querySelector("h1") !== null && !selectIsWaiting(getState())),
  );
}

/** Not a top-level await: webpack would add code to every start. */
async function start(root: HTMLElement): Promise<void> {
  startTheme();
  listenForKeys();
  const early = takeEarlyStart();
  const extra = makeExtra({ live: LIVE_OPTIONS, ...extraFrom(early) });
  const pageCode = preload(firstPath(extra.tokens));
  const lastVisit = early?.lastVisit ?? (await loadLastVisit(extra.tokens));
  const store = makeStore({}, extra, lastVisit, early, await loadDevTools());
  holdIdleCode(root, store.getState);
  const lastVisitData = early?.lastVisitData ?? lastVisit?.read();
  // The page's code and the layout's have the endpoints of this data.
  const shown =
    lastVisitData &&
    pageCode.then(() => startLastVisit(store.dispatch, store.getState, lastVisitData));
  let hasContent = false;
  void lastVisitData?.then(({ entries }) => {
    hasContent = entries.length > 0;
  });
  await Promise.race([Promise.all([pageCode, shown]), pause(PAGE_CODE_GRACE_MS)]);
  const render = () =>
    createRoot(root).render(
      <StrictMode>
        <App store={store} />
      </StrictMode>,
    );
  if (hasContent) render();
  // React renders a transition in slices. In between the first script sends the page's calls.
  else startTransition(render);
  void registerServiceWorker();
}

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
void start(root);
