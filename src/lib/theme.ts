import { useSyncExternalStore } from "react";

/** What the switch offers; "system" follows the device's preference. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** In localStorage. public/theme.js reads it too, before the first paint. */
const KEY = "theme";

/** Colours of the browser's own bars on a phone: `--color-canvas` of tokens.css. */
const BAR_COLORS = { light: "#f6f6f8", dark: "#0d0d10" };

const listeners = new Set<() => void>();

function read(): Theme {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? "system";
  } catch {
    // Storage may be forbidden; then the choice lasts as long as the page.
    return current;
  }
}

let current: Theme = "system";

/** Shows the stored theme, and follows what another tab chooses. Call once, at the start. */
export function startTheme(): void {
  show(read());
  window.addEventListener("storage", (event) => {
    if (event.key === KEY || event.key === null) show(read());
  });
}

/** Shows a theme and remembers it on this device. */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Not remembered, but shown.
  }
  show(theme);
}

function show(theme: Theme): void {
  current = theme;
  const root = document.documentElement;
  if (theme === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.getAttribute("media")?.includes("dark") ? "dark" : "light";
    meta.content = BAR_COLORS[theme === "system" ? own : theme];
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The theme that is chosen now. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, () => current);
}
