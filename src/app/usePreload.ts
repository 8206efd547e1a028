import { useEffect } from "react";
import { preload } from "./pages.ts";

/** The path of the app to which an event's target links. */
function pathOf(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  return link?.origin === window.location.origin ? link.pathname : undefined;
}

/** Fetches a page's code when the pointer or the focus reaches a link to it. */
export function usePreload(): void {
  useEffect(() => {
    function handleTarget({ target }: Event) {
      const path = pathOf(target);
      if (path) void preload(path);
    }
    document.addEventListener("pointerover", handleTarget, { passive: true });
    document.addEventListener("focusin", handleTarget);
    return () => {
      document.removeEventListener("pointerover", handleTarget);
      document.removeEventListener("focusin", handleTarget);
    };
  }, []);
}
