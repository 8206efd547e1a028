import "#ui/tokens.css";
import "#ui/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "#app/App.tsx";
import { fetchAhead } from "#app/fetchAhead.ts";
import { preload } from "#app/pages.ts";
import { makeExtra, makeStore } from "#app/store.ts";
import { LIVE } from "#features/live/liveOptions.ts";
import { startTheme } from "#lib/theme.ts";

startTheme();
// The page's code comes along while the app starts, not once it has.
preload(window.location.pathname);

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
const store = makeStore({}, makeExtra({ live: LIVE }));
createRoot(root).render(
  <StrictMode>
    <App store={store} />
  </StrictMode>,
);
// For the timeline of the developer tools, and for tests.
void fetchAhead(store).then(() => performance.mark("fetched ahead"));
