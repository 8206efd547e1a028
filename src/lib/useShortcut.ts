import { useEffect, useRef } from "react";

const TYPING = "input, textarea, select, [contenteditable]";

/** Whether a key belongs to what the person is in: a field, a menu, or a modal dialog. */
function isTaken(event: KeyboardEvent): boolean {
  const { target } = event;
  if (target instanceof Element && target.closest(`${TYPING}, [role="menu"]`)) return true;
  return document.querySelector("dialog[open]") !== null;
}

/**
 * Calls `action` when `key` is pressed alone, anywhere but in a field, a menu or a dialog. Shift
 * does not count: some keyboards need it to reach "/" or "?".
 */
export function useShortcut(key: string, action: () => void): void {
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => {
    function handle(event: KeyboardEvent) {
      if (event.key !== key || event.repeat || event.isComposing || event.defaultPrevented) return;
      if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
      // The key must not also be typed into the field that it leads to.
      event.preventDefault();
      latest.current();
    }
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  }, [key]);
}
