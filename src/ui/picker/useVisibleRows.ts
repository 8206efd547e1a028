import { type RefObject, useLayoutEffect, useState } from "react";

/** The rows beyond the visible ones that are rendered on either side. */
const ROWS_BEYOND = 6;
/** The number of rows that a list shows at most: alone, and among other controls. */
const SHOWN_MAX = 8;
const SHOWN_INSIDE = 5;

/** A row's height in px: larger for fingers, and in proportion to the size of the text. */
function measureRow(): number {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return rem * (window.matchMedia("(pointer: coarse)").matches ? 2.75 : 2.125);
}

/** How far to scroll a list so that it shows a row. A list that is hidden has no height yet. */
function scrollFor(list: HTMLElement, index: number, height: number): number {
  const shown = list.clientHeight || SHOWN_MAX * height;
  return Math.max(Math.min(list.scrollTop, index * height), (index + 1) * height - shown);
}

/** The rows of a long list to render, around those that its scroller shows. All have one height. */
export function useVisibleRows(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  isInside: boolean,
) {
  const [height] = useState(measureRow);
  const [top, setTop] = useState(0);
  const [wanted, setWanted] = useState({ index: 0 });
  const first = Math.max(0, Math.min(Math.floor(top / height), count - SHOWN_MAX) - ROWS_BEYOND);
  const end = Math.min(count, first + SHOWN_MAX + 2 * ROWS_BEYOND + 1);

  // In a render of its own: during the first one the popover around the list is not open yet, and a
  // hidden list doesn't scroll.
  useLayoutEffect(() => {
    const list = scroller.current;
    list?.scrollTo?.(0, scrollFor(list, wanted.index, height));
  }, [scroller, height, wanted]);

  return {
    height,
    first,
    end,
    /** The height of the list for this many rows. */
    heightFor: (rows: number) => Math.min(rows, isInside ? SHOWN_INSIDE : SHOWN_MAX) * height,
    follow: () => setTop(scroller.current?.scrollTop ?? 0),
    /** Scrolls a row into view, and renders it, before the next frame. */
    show(index: number) {
      if (scroller.current) setTop(scrollFor(scroller.current, index, height));
      setWanted({ index });
    },
  };
}
