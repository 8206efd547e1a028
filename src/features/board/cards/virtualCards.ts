import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from "@tanstack/react-virtual";
import type { RefObject } from "react";
import type { TaskSummary } from "#contract/shapes/task.ts";
import { SLOT } from "#features/dragging/slots.ts";
import { CARD_HEIGHT_PX, GAP_PX } from "./cardHeight.ts";

export type CardVirtualizer = Virtualizer<HTMLElement, HTMLLIElement>;

/** The inputs of a column's virtualizer. */
export interface VirtualCards {
  cards: readonly TaskSummary[];
  /** The list; its parent scrolls. */
  element: RefObject<HTMLElement | null>;
  /** The index of the tab stop, which must be in the document, however far it is scrolled away. */
  focused: number | null;
  onChange: () => void;
}

/** A column has no height before its first layout, so the window's height is used. */
function observeHeight(list: CardVirtualizer, report: (rect: Rect) => void) {
  return observeElementRect(list, ({ width, height }) =>
    report({ width, height: height || window.innerHeight }),
  );
}

interface Rect {
  width: number;
  height: number;
}

/** The options for a render of the column. */
export function optionsOf({
  cards,
  element,
  focused,
  onChange,
}: VirtualCards): VirtualizerOptions<HTMLElement, HTMLLIElement> {
  return {
    count: cards.length,
    // The column's scroller. A ref of the column is not set yet when the list first needs it.
    getScrollElement: () => element.current?.parentElement ?? null,
    estimateSize: () => CARD_HEIGHT_PX,
    getItemKey: (index) => cards[index]?.id ?? index,
    observeElementRect: observeHeight,
    observeElementOffset,
    scrollToFn: elementScroll,
    gap: GAP_PX,
    overscan: 4,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), focused ?? range.startIndex])].toSorted(
        (a, b) => a - b,
      ),
    onChange,
  };
}

/** Takes over a column: the scroll position and the heights of the cards stay as they are. */
export function createVirtualizer(inputs: VirtualCards): CardVirtualizer {
  const list = inputs.element.current;
  const scroller = list?.parentElement;
  const slots = [...(list?.querySelectorAll<HTMLElement>(SLOT) ?? [])];
  const virtualizer = new Virtualizer({
    ...optionsOf(inputs),
    initialOffset: scroller?.scrollTop ?? 0,
    initialRect: { width: 0, height: scroller?.clientHeight || window.innerHeight },
    initialMeasurementsCache: slots.map(({ dataset, offsetHeight: size }, index) => ({
      key: dataset["card"] ?? index,
      index,
      start: 0,
      end: size,
      size: size || CARD_HEIGHT_PX,
      lane: 0,
    })),
  });
  // Reads the initial values now, because the options of the next render replace them.
  virtualizer.getVirtualItems();
  return virtualizer;
}
