import { useSyncExternalStore } from "react";
import { tryStorage } from "#lib/tryStorage.ts";
import { THEME_KEY } from "./storedTheme.ts";

/** The choices of the theme menu; "system" follows the device's preference. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Colours of the browser's bars on a phone; `--color-canvas` in tokens.css. */
const BAR_COLORS = { light: "#f6f6f8", dark: "#0d0d10" };

const listeners = new Set<() => void>();

let current: Theme = "system";

/** Without storage the choice lasts as long as the page. */
const read = (): Theme =>
  tryStorage(() => THEMES.find((theme) => theme === localStorage.getItem(THEME_KEY)) ?? "system") ??
  current;

/** Shows the stored theme, and follows the choices of other tabs. Called once, at the start. */
export function startTheme(): void {
  show(read());
  window.addEventListener("storage", (event) => {
    if (event.key === THEME_KEY || event.key === null) show(read());
  });
}

/** Shows a theme and remembers it in this browser. */
export function chooseTheme(theme: Theme): void {
  tryStorage(() => localStorage.setItem(THEME_KEY, theme));
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

/** The current theme. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, () => current);
}
