import {
  defaultRangeExtractor,
  observeElementRect,
  useVirtualizer,
  type Virtualizer,
} from "@tanstack/react-virtual";
import { memo, type RefObject, useRef } from "react";
import type { TaskSummary } from "#contract/task.ts";
import type { Names } from "#features/board/dragging/liftable.ts";
import { useLanding } from "#features/board/dragging/useLanding.ts";
import type { Landing } from "#features/board/moves/boardSlice.ts";
import { BoardCard } from "./BoardCard.tsx";
import classes from "./Column.module.css";
import { useScrollAnchor } from "./useScrollAnchor.ts";
import { useTabStop } from "./useTabStop.ts";

/** An estimate, for a card with a one-line title. Rendered cards are measured. */
const CARD_HEIGHT_PX = 78;
const GAP_PX = 8;

type List = Virtualizer<HTMLElement, HTMLLIElement>;

/** A column has no height before its first layout, so the window's height is used. */
function observeHeight(list: List, report: (rect: { width: number; height: number }) => void) {
  return observeElementRect(list, ({ width, height }) =>
    report({ width, height: height || window.innerHeight }),
  );
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
  names: Names;
  today: string;
  liftedId: string | null;
  /** The cards that match the filters no longer. */
  outdated: ReadonlySet<string> | undefined;
  handledLandingRef: RefObject<Landing | null>;
}) {
  const element = useRef<HTMLUListElement>(null);
  const focused = useTabStop(cards, element);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler, which it would hinder, is not in use
  const list = useVirtualizer<HTMLElement, HTMLLIElement>({
    count: cards.length,
    // The column's scroller. A ref of the column is not set yet when the list first needs it.
    getScrollElement: () => element.current?.parentElement ?? null,
    estimateSize: () => CARD_HEIGHT_PX,
    getItemKey: (index) => cards[index]?.id ?? index,
    observeElementRect: observeHeight,
    gap: GAP_PX,
    overscan: 4,
    // The tab stop must be in the document, however far it is scrolled away.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), focused ?? range.startIndex])].toSorted(
        (a, b) => a - b,
      ),
    useFlushSync: false,
  });
  useScrollAnchor(cards, list, element);
  useLanding(cards, list, element, handledLandingRef);
  const items = list.getVirtualItems();
  const tabStop = focused ?? list.range?.startIndex ?? 0;

  return (
    <ul ref={element} className={classes.list} style={{ height: list.getTotalSize() }}>
      {items.map((item) => {
        const task = cards[item.index];
        if (!task) return null;
        const lifted = task.id === liftedId;
        return (
          <li
            key={item.key}
            ref={list.measureElement}
            data-index={item.index}
            data-card={task.id}
            aria-setsize={cards.length}
            aria-posinset={item.index + 1}
            className={classes.slot}
            // The slot of the lifted card is empty and must keep its height.
            style={{
              transform: `translateY(${item.start}px)`,
              height: lifted ? item.size : undefined,
            }}
          >
            {!lifted && (
              <div data-rfd-draggable-id={task.id}>
                <BoardCard
                  task={task}
                  assignee={names.get(task.assignee_id ?? "")}
                  today={today}
                  isTabStop={item.index === tabStop}
                  isOutdated={outdated?.has(task.id)}
                />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
});
