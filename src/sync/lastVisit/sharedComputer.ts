import { ownName } from "#lib/address/basePath.ts";

/** In local storage: a setting of the browser, which outlives sessions. */
const KEY = ownName("sharedComputer");

/** Whether other people use this browser too, so that no data may be stored for the next visit. */
export function isSharedComputer(): boolean {
  try {
    return localStorage.getItem(KEY) === "true";
  } catch {
    // Without storage no session outlives the page, so nothing may be stored for the next visit.
    return true;
  }
}

/** Returns whether the browser remembers the setting. */
export function chooseSharedComputer(shared: boolean): boolean {
  try {
    if (shared) localStorage.setItem(KEY, "true");
    else localStorage.removeItem(KEY);
  } catch {
    return false;
  }
  return true;
}
