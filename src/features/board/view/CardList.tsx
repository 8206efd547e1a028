import type { VirtualItem } from "@tanstack/react-virtual";
import { memo, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { TaskSummary } from "#contract/shapes/task.ts";
import { BoardCard } from "#features/board/cards/BoardCard.tsx";
import { CARD_HEIGHT_PX, GAP_PX } from "#features/board/cards/cardHeight.ts";
import type { UserNames } from "#features/board/cards/liftable.ts";
import { MoveHandle } from "#features/board/cards/MoveHandle.tsx";
import type { CardVirtualizer } from "#features/board/cards/virtualCards.ts";
import type { Landing } from "#features/board/data/boardSlice.ts";
import { useLanding } from "#features/board/dragging/useLanding.ts";
import { SLOT } from "#features/dragging/slots.ts";
import { cx } from "#lib/cx.ts";
import { PRINTED_MAX, usePrinting } from "#lib/printing.ts";
import { PrintedNote } from "#ui/lists/PrintedNote.tsx";
import classes from "./Column.module.css";
import { useVirtualCards } from "./useVirtualCards.ts";

interface Item {
  index: number;
  /** Where a virtual list places the card, and its height, in px. */
  start?: number;
  size?: number;
}

/** The first cards, and the tab stop: without a virtualizer they follow each other. */
function firstItems(count: number, focused: number | null, shown: number): Item[] {
  const items = Array.from({ length: Math.min(count, shown) }, (_none, index) => ({ index }));
  return focused !== null && focused >= shown ? [...items, { index: focused }] : items;
}

/** The number of cards that fill a column. */
const screenful = () => Math.ceil(window.innerHeight / (CARD_HEIGHT_PX + GAP_PX)) + 4;

/** The height in px that a list without a virtualizer keeps for the cards that it doesn't render. */
const estimatedHeight = (count: number) => count * (CARD_HEIGHT_PX + GAP_PX) - GAP_PX;

/**
 * Returns the index of the card that had the focus last: the single tab stop of its column. Null if
 * there is none; then the first visible card is the tab stop.
 */
function useTabStop(
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

/** Renders the visible cards of a column, and a few above and below. */
export const CardList = memo(function CardList({
  cards,
  names,
  today,
  liftedId,
  outdated,
  handledLandingRef,
}: {
  cards: readonly TaskSummary[];
  names: UserNames;
  today: string;
  liftedId: string | null;
  /** The cards that no longer match the filters. */
  outdated: ReadonlySet<string> | undefined;
  handledLandingRef: RefObject<Landing | null>;
}) {
  const element = useRef<HTMLUListElement>(null);
  const focused = useTabStop(cards, element);
  const virtual = useVirtualCards(cards, element, focused);
  const isPrinting = usePrinting();
  const list = isPrinting ? null : virtual;
  useScrollAnchor(cards, list, element);
  useLanding(cards, list, element, handledLandingRef);
  const items: Item[] =
    list?.getVirtualItems() ??
    firstItems(cards.length, isPrinting ? null : focused, isPrinting ? PRINTED_MAX : screenful());
  const isCut = items.length < cards.length;
  const tabStop = focused ?? list?.range?.startIndex ?? 0;

  return (
    <>
      <ul
        ref={element}
        data-lane
        className={cx(classes.list, !list && classes.plain, liftedId !== null && classes.still)}
        style={{
          height: list?.getTotalSize(),
          minHeight: !list && isCut && !isPrinting ? estimatedHeight(cards.length) : undefined,
        }}
      >
        {items.map(({ index, start, size }) => {
          const task = cards[index];
          if (!task) return null;
          const lifted = task.id === liftedId;
          return (
            <li
              key={task.id}
              ref={list?.measureElement}
              data-index={index}
              data-card={task.id}
              aria-setsize={cards.length}
              aria-posinset={index + 1}
              className={classes.slot}
              // The slot of the lifted card is empty and must keep its height.
              style={{
                transform: start === undefined ? undefined : `translateY(${start}px)`,
                height: lifted ? size : undefined,
              }}
            >
              {!lifted && (
                <div data-rfd-draggable-id={task.id}>
                  <BoardCard
                    task={task}
                    assignee={names.get(task.assignee_id ?? "")}
                    today={today}
                    isTabStop={index === tabStop}
                    isOutdated={outdated?.has(task.id)}
                  />
                  <MoveHandle task={task} position={`${index + 1} of ${cards.length}`} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
      <PrintedNote printed={items.length} total={cards.length} noun="task" />
    </>
  );
});

/**
 * Scroll anchoring for a virtual list: the visible cards stay in place when cards above them come or
 * go. A column that is scrolled to its top stays there, so that new cards are visible.
 */
function useScrollAnchor(
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
