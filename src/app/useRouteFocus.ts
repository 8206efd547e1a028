import { useEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";

/** How long a page may take to show its heading, in ms, before its focus is left alone. */
const HEADING_TIMEOUT_MS = 10_000;

/** Whether the person (or the page) has meanwhile put the focus somewhere in the page. */
function isFocusTaken(): boolean {
  const active = document.activeElement;
  return active?.closest("main, dialog") != null && active.id !== "content";
}

/** Moves the focus to the page's heading, which a screen reader then reads out. */
function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>("main h1");
  if (!heading || isFocusTaken()) return heading !== null;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}

/**
 * After a navigation the page begins at its top, with the focus on its heading, as soon as that is
 * there; not on the first load, where the browser does it right, nor when only the query changes.
 */
export function useRouteFocus(): void {
  const { pathname } = useLocation();
  const navigation = useNavigationType();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return undefined;
    shown.current = pathname;
    // Back and Forward return to where the page was scrolled to.
    if (navigation !== NavigationType.Pop) window.scrollTo(0, 0);
    if (focusHeading()) return undefined;
    const observer = new MutationObserver(() => {
      if (focusHeading()) observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    const timer = setTimeout(() => observer.disconnect(), HEADING_TIMEOUT_MS);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [pathname, navigation]);
}
