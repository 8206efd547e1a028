import "#ui/tokens.css";
import "#ui/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "#app/App.tsx";
import { extraFrom, takeEarlyStart } from "#app/early/earlyStart.ts";
import { preload } from "#app/preload.ts";
import { registerServiceWorker } from "#app/registerServiceWorker.ts";
import { makeExtra, makeStore } from "#app/store.ts";
import { pathInApp } from "#lib/basePath.ts";
import { pause } from "#lib/pause.ts";
import { startTheme } from "#lib/theme.ts";
import type { LastSeen } from "./sync/lastSeen/lastSeen.ts";
import { startLastSeen } from "./sync/lastSeen/lastSeenListeners.ts";
import { LIVE } from "./sync/live/liveOptions.ts";

/**
 * The time in ms that the first render waits for the page's code, which loads in parallel with the
 * app's. Without the wait React would show a spinner for at least 300 ms. The last visit's data
 * is read during the wait.
 */
const PAGE_CODE_GRACE_MS = 200;

/** Loads the last visit's data if the first script has not; null if that fails. */
async function loadLastSeen(): Promise<LastSeen | null> {
  const code = await import("./sync/lastSeen/lastSeen.ts").catch(() => null);
  return code && code.createLastSeen(extra.tokens);
}

startTheme();
const pageCode = preload(pathInApp(window.location.pathname) ?? "/");
const early = takeEarlyStart();
const extra = makeExtra({ live: LIVE, ...extraFrom(early) });
const lastSeen = early?.lastSeen ?? (await loadLastSeen());
const store = makeStore({}, extra, lastSeen, early);
const seen = early?.seen ?? lastSeen?.read();
// The page's code and the layout's have the endpoints of this data.
const shown = seen && pageCode.then(() => startLastSeen(store.dispatch, store.getState, seen));

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
await Promise.race([Promise.all([pageCode, shown]), pause(PAGE_CODE_GRACE_MS)]);
createRoot(root).render(
  <StrictMode>
    <App store={store} />
  </StrictMode>,
);
void registerServiceWorker();
