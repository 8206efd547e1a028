import { type RefObject, useEffect, useState } from "react";
import type { TaskSummary } from "#contract/task.ts";
import { SLOT } from "#features/dragging/slots.ts";

/**
 * Returns the index of the card that had the focus last: the single tab stop of its column. Null if
 * there is none; then the first visible card is the tab stop.
 */
export function useTabStop(
  cards: readonly TaskSummary[],
  element: RefObject<HTMLElement | null>,
): number | null {
  const [focusedId, setFocusedId] = useState<string>();
  useEffect(() => {
    const list = element.current;
    function noteFocus({ target }: FocusEvent) {
      const slot = target instanceof Element ? target.closest<HTMLElement>(SLOT) : null;
      setFocusedId(slot?.dataset["card"]);
    }
    list?.addEventListener("focusin", noteFocus);
    return () => list?.removeEventListener("focusin", noteFocus);
  }, [element]);
  const index = cards.findIndex(({ id }) => id === focusedId);
  return index === -1 ? null : index;
}
