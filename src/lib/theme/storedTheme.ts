import { ownName } from "#lib/address/basePath.ts";

export const THEME_KEY = ownName("theme");

/** Shows the stored theme before the first paint, so that it never flashes. See theme.ts. */
export function showStoredTheme(): void {
  try {
    const theme = localStorage.getItem(THEME_KEY);
    if (theme === "light" || theme === "dark") document.documentElement.dataset["theme"] = theme;
  } catch {
    // Without storage the system's theme shows.
  }
}
