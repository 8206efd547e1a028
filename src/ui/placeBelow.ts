/** Px between a popover and its anchor, and between it and the window's edge. */
const GAP = 4;
const MARGIN = 8;

/**
 * Puts a popover under its anchor, their inline ends aligned; above it when there is no room below,
 * and never beyond the window's edges.
 */
export function placeBelow(popover: HTMLElement, anchor: HTMLElement): void {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popover;
  const { clientWidth, clientHeight } = document.documentElement;
  const below = at.bottom + GAP;
  const fits = below + height <= clientHeight - MARGIN;
  const top = fits ? below : Math.max(MARGIN, at.top - GAP - height);
  const left = Math.min(at.right - width, clientWidth - width - MARGIN);
  popover.style.top = `${top}px`;
  popover.style.left = `${Math.max(MARGIN, left)}px`;
}
