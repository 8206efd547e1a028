import { useSyncExternalStore } from "react";

/** Windows with the bar for the thumb. Must agree with tokens.css and ThumbBar.module.css. */
export const THUMB_BAR = "(max-width: 40rem) and (min-height: 30.0625rem)";

/** Windows as small as a phone, upright or on its side. */
export const SMALL_WINDOW = "(max-width: 40rem), (max-height: 30rem)";

/** Whether the window matches a media query. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    () => window.matchMedia(query).matches,
  );
}
