import { type RefObject, useEffect, useState } from "react";
import type { TaskSummary } from "#contract/task.ts";
import { SLOT } from "#features/board/dragging/liftable.ts";

/**
 * Returns the index of a column's single tab stop: the card that had the focus last, or else the
 * first one.
 */
export function useTabStop(
  cards: readonly TaskSummary[],
  element: RefObject<HTMLElement | null>,
): number {
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
  return Math.max(
    0,
    cards.findIndex(({ id }) => id === focusedId),
  );
}
