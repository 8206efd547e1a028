import { addListener, removeListener } from "@reduxjs/toolkit";
import type { setupListeners } from "@reduxjs/toolkit/query/react";
import type { StoreDispatch } from "#session/appExtra.ts";
import { browserCameOnline, browserWentOffline, connectionRestored } from "./connectionSlice.ts";

type Actions = Parameters<NonNullable<Parameters<typeof setupListeners>[1]>>[1];

/**
 * Reports the browser's focus and network events to the store, for `setupListeners`. Mounted queries
 * are refetched when the server is back: a network alone doesn't mean that it can be reached.
 */
export function watchBrowser(
  dispatch: StoreDispatch,
  { onFocus, onFocusLost, onOnline }: Actions,
): () => void {
  const refetching = {
    actionCreator: connectionRestored,
    effect: () => void dispatch(onOnline()),
  };
  const handleFocus = () => void dispatch(onFocus());
  const handleVisibility = () =>
    void dispatch(document.visibilityState === "visible" ? onFocus() : onFocusLost());
  const handleOnline = () => void dispatch(browserCameOnline());
  const handleOffline = () => void dispatch(browserWentOffline());

  window.addEventListener("focus", handleFocus);
  document.addEventListener("visibilitychange", handleVisibility);
  window.addEventListener("online", handleOnline);
  window.addEventListener("offline", handleOffline);
  dispatch(addListener(refetching));
  // A page that opens without a network gets no event.
  if (!navigator.onLine) handleOffline();

  return () => {
    window.removeEventListener("focus", handleFocus);
    document.removeEventListener("visibilitychange", handleVisibility);
    window.removeEventListener("online", handleOnline);
    window.removeEventListener("offline", handleOffline);
    dispatch(removeListener(refetching));
  };
}
