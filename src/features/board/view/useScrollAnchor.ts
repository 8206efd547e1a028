import type { VirtualItem } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect, useRef } from "react";
import type { TaskSummary } from "#contract/task.ts";
import type { CardVirtualizer } from "#features/board/cards/virtualCards.ts";

/**
 * Scroll anchoring for a virtual list: the visible cards stay in place when cards above them come or
 * go. A column that is scrolled to its top stays there, so that new cards are visible.
 */
export function useScrollAnchor(
  cards: readonly TaskSummary[],
  list: CardVirtualizer | null,
  element: RefObject<HTMLElement | null>,
): void {
  const before = useRef<{ cards: readonly TaskSummary[]; items: readonly VirtualItem[] }>(null);
  useLayoutEffect(() => {
    if (!list) return;
    const items = list.getVirtualItems();
    const scroller = element.current?.parentElement;
    const former = before.current;
    before.current = { cards, items };
    if (!scroller || !former || former.cards === cards || scroller.scrollTop <= 0) return;
    const { scrollTop } = scroller;
    const starts = new Map(list.measurementsCache.map(({ key, start }) => [key, start]));
    const anchor = former.items.find(({ key, end }) => end > scrollTop && starts.has(key));
    const shift = anchor ? (starts.get(anchor.key) ?? anchor.start) - anchor.start : 0;
    if (shift !== 0) scroller.scrollTo({ top: scrollTop + shift, behavior: "instant" });
  });
}
