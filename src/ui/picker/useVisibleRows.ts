import { type RefObject, useState } from "react";

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

/** The rows of a long list to render, around those that its scroller shows. All have one height. */
export function useVisibleRows(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  isInside: boolean,
) {
  const [height] = useState(measureRow);
  const [top, setTop] = useState(0);
  const first = Math.max(0, Math.min(Math.floor(top / height), count - SHOWN_MAX) - ROWS_BEYOND);
  const end = Math.min(count, first + SHOWN_MAX + 2 * ROWS_BEYOND + 1);
  return {
    height,
    first,
    end,
    /** The height of the list for this many rows. */
    heightFor: (rows: number) => Math.min(rows, isInside ? SHOWN_INSIDE : SHOWN_MAX) * height,
    follow: () => setTop(scroller.current?.scrollTop ?? 0),
    /** Scrolls a row into view, and renders it at once. */
    show(index: number) {
      const element = scroller.current;
      if (!element) return;
      const shown = element.clientHeight || SHOWN_MAX * height;
      const above = Math.min(element.scrollTop, index * height);
      const next = Math.max(above, (index + 1) * height - shown);
      element.scrollTo?.(0, next);
      setTop(next);
    },
  };
}
