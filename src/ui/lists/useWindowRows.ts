import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect, useState } from "react";

/** An element's height in px, with the gap below it where rows are cards. */
function heightOf(row: HTMLElement, estimatePx: number): number {
  const gap = parseFloat(getComputedStyle(row).marginBlockEnd || "0");
  // Without a layout every height is 0, and all rows would seem to fit.
  return (row.getBoundingClientRect().height || estimatePx) + gap;
}

/**
 * The rows of a long list to render while the window scrolls, and the space around them. Rendered rows
 * are measured by `measure`, at an element with `data-index`.
 */
export function useWindowRows({
  count,
  estimatePx,
  gapPx = 0,
  keyOf,
  list,
}: {
  count: number;
  estimatePx: number;
  /** The gap between rows that is in no row's margin. */
  gapPx?: number;
  keyOf: (index: number) => string | number;
  list: RefObject<HTMLElement | null>;
}) {
  const [scrollMargin, setScrollMargin] = useState(0);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler, which it would hinder, is not in use
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count,
    estimateSize: () => estimatePx,
    gap: gapPx,
    getItemKey: keyOf,
    measureElement: (row) => heightOf(row, estimatePx),
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    overscan: 8,
    scrollMargin,
    useFlushSync: false,
  });

  useLayoutEffect(() => {
    const top = list.current?.getBoundingClientRect().top ?? 0;
    setScrollMargin(Math.round(top + window.scrollY));
  }, [list, count]);

  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  return {
    rows: items.map(({ index }) => index),
    before: first ? first.start - scrollMargin : 0,
    after: last ? virtualizer.getTotalSize() - (last.end - scrollMargin) : 0,
    measure: virtualizer.measureElement,
  };
}
