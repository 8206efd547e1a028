import { useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { pressAgain } from "#lib/events.ts";

/** Keys that a menu handles, besides letters. */
const HELD = new Set(["Enter", "ArrowDown", "ArrowUp", "Home", "End"]);

/**
 * Holds the keys that are pressed after a menu was asked for and before it is there, such as "p h Enter"
 * typed fast on a slow line. Returns the letters; the menu gets the others when it has the focus.
 */
export function useHeldKeys(isThere: boolean, onEscape: () => void): string {
  const [typed, setTyped] = useState("");
  const others = useRef<KeyboardEvent[]>([]);
  const leave = useEffectEvent(onEscape);
  // A layout effect, so that the menu gets the keys from the moment it is there.
  useLayoutEffect(() => {
    function hold(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey) return;
      if (key === "Escape") leave();
      else if (/^\S$/u.test(key)) setTyped((before) => before + key);
      else if (HELD.has(key)) others.current.push(event);
      else return;
      event.preventDefault();
      event.stopPropagation();
    }
    if (!isThere) {
      window.addEventListener("keydown", hold, true);
      return () => window.removeEventListener("keydown", hold, true);
    }
    void pressAgain(others.current.splice(0));
    return undefined;
  }, [isThere]);
  return typed;
}
