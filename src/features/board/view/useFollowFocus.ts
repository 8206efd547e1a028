import { type RefObject, useEffect, useRef } from "react";
import { useSelector, useStore } from "react-redux";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { columnOf } from "#features/changes/shown/moveCards.ts";
import { selectSnapshot } from "#features/changes/shown/shownBoard.ts";

const CARD = "[data-card]";
/**
 * The number of frames to wait for a card to appear in its new column. A card outside the visible
 * area is never rendered.
 */
const MAX_FRAMES = 10;

function cardsIn(within: Element | null | undefined): HTMLElement[] {
  return [...(within?.querySelectorAll<HTMLElement>(CARD) ?? [])];
}

/**
 * When another user moves the focused card, the focus follows it without scrolling. When they delete
 * it, the focus goes to the card that takes its place.
 */
export function useFollowFocus(element: RefObject<HTMLElement | null>): void {
  const store = useStore<WithChanges>();
  const snapshot = useSelector(selectSnapshot);
  const focused = useRef<{ id: string; column: Element | null; index: number }>(null);

  // The store notifies before React renders, so the focused card is still in the document.
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
        slot && id !== undefined ? { id, column, index: cardsIn(column).indexOf(slot) } : null;
    });
  }, [store]);

  useEffect(() => {
    const lost = focused.current;
    focused.current = null;
    if (!lost || !snapshot) return;
    const isOnBoard = columnOf(snapshot, lost.id) !== null;
    let frames = 0;
    let timer = 0;

    function follow({ id, column, index }: NonNullable<typeof lost>) {
      if (document.activeElement !== document.body) return;
      const same = cardsIn(element.current).find(({ dataset }) => dataset["card"] === id);
      // A column that was empty renders its first card some frames later.
      if (!same && isOnBoard && ++frames < MAX_FRAMES) {
        timer = requestAnimationFrame(() => follow({ id, column, index }));
        return;
      }
      const neighbours = cardsIn(column);
      const slot = same ?? neighbours[Math.min(index, neighbours.length - 1)];
      const target = slot?.querySelector("a") ?? document.querySelector<HTMLElement>("#content");
      target?.focus({ preventScroll: true });
    }
    follow(lost);
    return () => cancelAnimationFrame(timer);
  }, [snapshot, element]);
}
