import { useEffect } from "react";
import { preload } from "./pages.ts";

/** The page that an event's target links to, if it is one of ours. */
function pathOf(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  return link?.origin === window.location.origin ? link.pathname : undefined;
}

/** Fetches a page's code as soon as the pointer or the focus is on a link to it, on every screen. */
export function usePreload(): void {
  useEffect(() => {
    function handleIntent({ target }: Event) {
      const path = pathOf(target);
      if (path) void preload(path);
    }
    document.addEventListener("pointerover", handleIntent, { passive: true });
    document.addEventListener("focusin", handleIntent);
    return () => {
      document.removeEventListener("pointerover", handleIntent);
      document.removeEventListener("focusin", handleIntent);
    };
  }, []);
}
