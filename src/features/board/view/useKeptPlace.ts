import type { VirtualItem, Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect, useRef } from "react";
import type { TaskSummary } from "#contract/task.ts";

/**
 * Keeps the cards in sight where they are when others come or go above them. A column at its top
 * stays there, and shows what arrives.
 */
export function useKeptPlace(
  cards: readonly TaskSummary[],
  list: Virtualizer<HTMLElement, HTMLLIElement>,
  element: RefObject<HTMLElement | null>,
): void {
  const before = useRef<{ cards: readonly TaskSummary[]; items: readonly VirtualItem[] } | null>(
    null,
  );
  useLayoutEffect(() => {
    const items = list.getVirtualItems();
    const scroller = element.current?.parentElement;
    const former = before.current;
    before.current = { cards, items };
    if (!scroller || !former || former.cards === cards || scroller.scrollTop <= 0) return;
    const { scrollTop } = scroller;
    const places = new Map(list.measurementsCache.map(({ key, start }) => [key, start]));
    const anchor = former.items.find(({ key, end }) => end > scrollTop && places.has(key));
    const shift = anchor ? (places.get(anchor.key) ?? anchor.start) - anchor.start : 0;
    if (shift !== 0) scroller.scrollTo({ top: scrollTop + shift, behavior: "instant" });
  });
}
