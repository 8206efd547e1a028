import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { pathInApp } from "#lib/address/basePath.ts";
import { paths } from "#lib/address/paths.ts";
import { preload } from "./preload.ts";

/** The path of the app to which an event's target links. */
function pathOf(target: EventTarget | null): string | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  return link?.origin === window.location.origin ? pathInApp(link.pathname) : null;
}

/**
 * Fetches a page's code when the pointer or the focus reaches a link to it. While a guest types, it
 * fetches the pages that most users open after they have signed in.
 */
export function usePreload(): void {
  const { pathname } = useLocation();
  const isGuest = pathname === paths.login || pathname === paths.register;
  useEffect(() => {
    if (!isGuest) return undefined;
    const handleInput = () => {
      document.removeEventListener("input", handleInput);
      void preload(paths.home).then(() => preload(paths.board));
    };
    document.addEventListener("input", handleInput);
    return () => document.removeEventListener("input", handleInput);
  }, [isGuest]);
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
