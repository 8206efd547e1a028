const ANCHOR_GAP_PX = 4;
const WINDOW_MARGIN_PX = 8;

/**
 * Places a popover below its anchor, with their right edges aligned. Without room below, it goes
 * above. It never crosses the window's edges.
 */
export function placeBelow(popover: HTMLElement, anchor: HTMLElement): void {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popover;
  const { clientWidth, clientHeight } = document.documentElement;
  const below = at.bottom + ANCHOR_GAP_PX;
  const fits = below + height <= clientHeight - WINDOW_MARGIN_PX;
  const top = fits ? below : Math.max(WINDOW_MARGIN_PX, at.top - ANCHOR_GAP_PX - height);
  const left = Math.min(at.right - width, clientWidth - width - WINDOW_MARGIN_PX);
  popover.style.top = `${top}px`;
  popover.style.left = `${Math.max(WINDOW_MARGIN_PX, left)}px`;
}
