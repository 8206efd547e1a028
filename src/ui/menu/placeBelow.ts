const ANCHOR_GAP_PX = 4;
const WINDOW_MARGIN_PX = 8;

/**
 * Places a popover below its anchor, or above it if it fits only there. Their right
 * edges are aligned, or with `atStart` their left ones. If it fits on neither side, it takes the larger one and scrolls. It never crosses the
 * window's edges.
 */
export function placeBelow(popover: HTMLElement, anchor: HTMLElement, atStart = false): void {
  const at = anchor.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  popover.style.maxBlockSize = "";
  const { offsetWidth: width, offsetHeight: height } = popover;
  const below = at.bottom + ANCHOR_GAP_PX;
  const roomBelow = clientHeight - WINDOW_MARGIN_PX - below;
  const roomAbove = at.top - ANCHOR_GAP_PX - WINDOW_MARGIN_PX;
  const isBelow = height <= roomBelow || roomBelow >= roomAbove;
  const shown = Math.min(height, isBelow ? roomBelow : roomAbove);
  if (shown < height) popover.style.maxBlockSize = `${shown}px`;
  const left = Math.min(
    atStart ? at.left : at.right - width,
    clientWidth - width - WINDOW_MARGIN_PX,
  );
  popover.style.top = `${isBelow ? below : at.top - ANCHOR_GAP_PX - shown}px`;
  popover.style.left = `${Math.max(WINDOW_MARGIN_PX, left)}px`;
}
