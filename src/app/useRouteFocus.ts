import { useEffect, useRef } from "react";
import { NavigationType, type Path, useNavigationType } from "react-router-dom";

/** The time in ms that a page has to show its heading. After that the focus stays where it is. */
const HEADING_TIMEOUT_MS = 10_000;

/** Whether the user or the page has already moved the focus into the page. */
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
 * After a navigation, scrolls to the top and focuses the page's heading as soon as it exists. The
 * first load is left to the browser, and a change of only the query string has no effect. A task
 * that opens over its screen moves the focus itself.
 */
export function useRouteFocus({ pathname }: Pick<Path, "pathname">): void {
  const navigation = useNavigationType();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return undefined;
    shown.current = pathname;
    // On Back and Forward the browser restores the scroll position.
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
