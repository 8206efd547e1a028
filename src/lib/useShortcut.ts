import { useEffect, useRef } from "react";

const MOD = "mod+";
const TYPING = "input, textarea, select, [contenteditable]";

/** Whether a field, a menu or a dialog must get the key. */
function isTaken(event: KeyboardEvent): boolean {
  const { target } = event;
  if (target instanceof Element && target.closest(`${TYPING}, [role="menu"]`)) return true;
  return document.querySelector("dialog[open]") !== null;
}

/** Whether `key` is pressed without Ctrl, Cmd or Alt. Some keyboards need Shift for "/" or "?". */
function isAlone(event: KeyboardEvent, key: string): boolean {
  return event.key === key && !event.ctrlKey && !event.metaKey && !event.altKey;
}

/** Whether a letter is pressed with Ctrl or Cmd. On a keyboard without Latin letters, its position counts. */
function isCommand(event: KeyboardEvent, key: string): boolean {
  if (event.ctrlKey === event.metaKey || event.altKey || event.shiftKey) return false;
  const latin = /^[a-z]$/i.test(event.key);
  return latin ? event.key.toLowerCase() === key : event.code === `Key${key.toUpperCase()}`;
}

/**
 * Calls `action` when `key` is pressed outside fields, menus and dialogs. `mod+z` means Ctrl or Cmd
 * with z.
 */
export function useShortcut(key: string, action: () => void): void {
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => {
    function handle(event: KeyboardEvent) {
      if (event.repeat || event.isComposing || event.defaultPrevented) return;
      const matches = key.startsWith(MOD)
        ? isCommand(event, key.slice(MOD.length))
        : isAlone(event, key);
      if (!matches || isTaken(event)) return;
      // The action may focus a field, which must not receive the key.
      event.preventDefault();
      latest.current();
    }
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  }, [key]);
}
