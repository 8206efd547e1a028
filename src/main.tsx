import "#ui/tokens.css";
import "#ui/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "#app/App.tsx";
import { preload } from "#app/pages.ts";
import { makeExtra, makeStore } from "#app/store.ts";
import { startTheme } from "#lib/theme.ts";
import { LIVE } from "./sync/live/liveOptions.ts";

startTheme();
// The page's code comes along while the app starts, not once it has.
preload(window.location.pathname);

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <App store={makeStore({}, makeExtra({ live: LIVE }))} />
  </StrictMode>,
);
