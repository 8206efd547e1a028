import type { Dispatch } from "@reduxjs/toolkit";
import { serverUnreachable } from "#api/connectionEvents.ts";
import { toastNotLoaded } from "#ui/toasts/toastNotLoaded.tsx";

/**
 * Says that code which is loaded on demand could not be loaded. Either the connection is gone, which this
 * probes, or a new version was deployed.
 *
 * @param what the user wanted to open
 */
export function codeNotLoaded(
  dispatch: Dispatch,
  what: "form" | "command palette" | "inbox" | "dialog",
): void {
  dispatch(serverUnreachable());
  void toastNotLoaded(`The ${what} could not be loaded.`);
}
