import { allTargets } from "./library.ts";

/** The width in px of the zones at the window's sides that scroll to the next column. */
const EDGE_PX = 56;
/** The time in ms from reaching a zone to the first scroll: a card that only passes by does not scroll. */
const REACH_MS = 200;
/** The time in ms that the board rests on a column while the card is held at the edge. */
const REST_MS = 1_000;

interface EdgeScroll {
  /** Sets the pointer's distance in px from the window's left side. */
  follow(x: number): void;
  stop(): void;
}

/** The direction in which a pointer scrolls: to the next column, to the previous one, or none. */
function directionAt(x: number): -1 | 0 | 1 {
  if (x < EDGE_PX) return -1;
  return x > document.documentElement.clientWidth - EDGE_PX ? 1 : 0;
}

/** The distances in px of the columns' middles from the window's middle. */
function columnOffsets(): number[] {
  const middle = document.documentElement.clientWidth / 2;
  return allTargets().map((column) => {
    const { left, width } = column.getBoundingClientRect();
    return left + width / 2 - middle;
  });
}

/** Scrolls the window so that the next column is in its middle. */
function scrollToColumn(direction: -1 | 1): void {
  const offsets = columnOffsets();
  const distances = offsets.map(Math.abs);
  const current = distances.indexOf(Math.min(...distances));
  const left = offsets[current + direction];
  if (left === undefined) return;
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  window.scrollBy({ left, behavior: isCalm ? "instant" : "smooth" });
}

/**
 * Scrolls the board sideways while a card is held at the window's edge, column by column. The
 * drag-and-drop library would scroll ever faster to the far end, past the column in between.
 */
export function createEdgeScroll(): EdgeScroll {
  let direction: -1 | 0 | 1 = 0;
  let timer = 0;

  function step() {
    if (direction === 0) return;
    scrollToColumn(direction);
    timer = window.setTimeout(step, REST_MS);
  }

  return {
    follow(x) {
      const now = directionAt(x);
      if (now === direction) return;
      direction = now;
      clearTimeout(timer);
      if (now !== 0) timer = window.setTimeout(step, REACH_MS);
    },
    stop() {
      direction = 0;
      clearTimeout(timer);
    },
  };
}
