import { ownName } from "#lib/address/basePath.ts";
import { tryStorage } from "#lib/tryStorage.ts";

export const THEME_KEY = ownName("theme");

/** Shows the stored theme before the first paint, so that it never flashes. See theme.ts. */
export function showStoredTheme(): void {
  const theme = tryStorage(() => localStorage.getItem(THEME_KEY));
  if (theme === "light" || theme === "dark") document.documentElement.dataset["theme"] = theme;
}
