import { addListener, removeListener } from "@reduxjs/toolkit";
import type { setupListeners } from "@reduxjs/toolkit/query/react";
import type { StoreDispatch } from "#session/extra.ts";
import { browserCameOnline, browserWentOffline, connectionRestored } from "./connectionSlice.ts";

type Actions = Parameters<NonNullable<Parameters<typeof setupListeners>[1]>>[1];

/**
 * Tells the store what the browser says of focus and network, for `setupListeners`. What is mounted
 * is fetched again when the server is back, not when a network is: that alone promises nothing.
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
  // What the page was opened without brings no event.
  if (!navigator.onLine) handleOffline();

  return () => {
    window.removeEventListener("focus", handleFocus);
    document.removeEventListener("visibilitychange", handleVisibility);
    window.removeEventListener("online", handleOnline);
    window.removeEventListener("offline", handleOffline);
    dispatch(removeListener(refetching));
  };
}
