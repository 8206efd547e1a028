import { type RefObject, useEffect, useRef } from "react";
import { useSelector, useStore } from "react-redux";
import { selectSnapshot, type WithBoard } from "#features/board/moves/boardSelectors.ts";
import { statusOf } from "#features/board/moves/project.ts";

const CARD = "[data-card]";
/** Frames that a card has to appear in its new column; out of sight it doesn't. */
const MAX_FRAMES = 10;

function cardsIn(within: Element | null | undefined): HTMLElement[] {
  return [...(within?.querySelectorAll<HTMLElement>(CARD) ?? [])];
}

/**
 * When somebody else moves the card that has the focus, the focus goes with it, and nothing
 * scrolls. When they delete it, the focus goes to the card that took its place.
 */
export function useFollowFocus(element: RefObject<HTMLElement | null>): void {
  const store = useStore<WithBoard>();
  const snapshot = useSelector(selectSnapshot);
  const focused = useRef<{ id: string; column: Element | null; place: number } | null>(null);

  // The store tells before the page has changed.
  useEffect(() => {
    let known = selectSnapshot(store.getState());
    return store.subscribe(() => {
      const next = selectSnapshot(store.getState());
      if (next === known) return;
      known = next;
      const slot = document.activeElement?.closest<HTMLElement>(CARD);
      const column = slot?.closest("section") ?? null;
      const id = slot?.dataset["card"];
      focused.current =
        slot && id !== undefined ? { id, column, place: cardsIn(column).indexOf(slot) } : null;
    });
  }, [store]);

  useEffect(() => {
    const lost = focused.current;
    focused.current = null;
    if (!lost || !snapshot) return;
    const remains = statusOf(snapshot, lost.id) !== null;
    let frames = 0;
    let timer = 0;

    function follow({ id, column, place }: NonNullable<typeof lost>) {
      if (document.activeElement !== document.body) return;
      const same = cardsIn(element.current).find(({ dataset }) => dataset["card"] === id);
      // A column that was empty shows its first card a moment later.
      if (!same && remains && ++frames < MAX_FRAMES) {
        timer = requestAnimationFrame(() => follow({ id, column, place }));
        return;
      }
      const neighbours = cardsIn(column);
      const slot = same ?? neighbours[Math.min(place, neighbours.length - 1)];
      const target = slot?.querySelector("a") ?? document.querySelector<HTMLElement>("#content");
      target?.focus({ preventScroll: true });
    }
    follow(lost);
    return () => cancelAnimationFrame(timer);
  }, [snapshot, element]);
}
