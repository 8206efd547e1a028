import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from "react";

const ANCHOR_GAP_PX = 4;
const WINDOW_MARGIN_PX = 8;

/**
 * Places a popover below its anchor, or above it if it fits only there. If it fits on neither side, it
 * takes the larger one and scrolls. Their left edges are aligned, or without `atStart` their right
 * ones, so that a menu stays below its own part of the page. It never crosses the window's edges.
 */
function placeBelow(popover: HTMLElement, anchor: HTMLElement, atStart: boolean): void {
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

interface PopoverOptions {
  /** The element below which the popover opens. */
  anchor: RefObject<HTMLElement | null>;
  /** Whether the popover begins where its anchor does, not ends there. */
  atStart?: boolean;
  /** Whether the popover is at least as wide as its anchor. */
  isAsWide?: boolean;
  /** The element in the popover that takes the focus. */
  focused: (popover: HTMLElement) => HTMLElement | null | undefined;
  /** Called when the user presses or goes elsewhere. */
  onLeft: () => void;
  /** Called when the anchor scrolls. By default the popover stays. */
  onScrolled?: () => void;
}

/** Opens a popover below its anchor, in the top layer. */
export function usePopover<Popover extends HTMLElement = HTMLDivElement>(options: PopoverOptions) {
  const { anchor, atStart = false, isAsWide = false, focused, onLeft, onScrolled } = options;
  const ref = useRef<Popover>(null);
  const focus = useEffectEvent((popover: HTMLElement) =>
    focused(popover)?.focus({ preventScroll: true }),
  );
  const leave = useEffectEvent(onLeft);
  const scrolled = useEffectEvent(() => onScrolled?.());
  // A layout effect, so that the listeners end before another popover takes the focus.
  useLayoutEffect(() => {
    const popover = ref.current;
    if (!popover || !anchor.current) return undefined;
    popover.showPopover?.();
    if (isAsWide) popover.style.minInlineSize = `${anchor.current.offsetWidth}px`;
    placeBelow(popover, anchor.current, atStart);
    focus(popover);
    function handleOutside({ target }: Event) {
      const node = target as Node;
      if (!ref.current?.contains(node) && !anchor.current?.contains(node)) leave();
    }
    function handleScroll({ target }: Event) {
      // The board may scroll behind a dialog, for example.
      if ((target as Node).contains(anchor.current)) scrolled();
    }
    function place() {
      if (ref.current && anchor.current) placeBelow(ref.current, anchor.current, atStart);
    }
    document.addEventListener("pointerdown", handleOutside, true);
    document.addEventListener("focusin", handleOutside);
    window.addEventListener("resize", place);
    // The event of a scroll from before the press comes with the next frame.
    const frame = requestAnimationFrame(() =>
      window.addEventListener("scroll", handleScroll, true),
    );
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener("pointerdown", handleOutside, true);
      document.removeEventListener("focusin", handleOutside);
      window.removeEventListener("resize", place);
      window.removeEventListener("scroll", handleScroll, true);
    };
  }, [anchor, atStart, isAsWide]);
  return ref;
}
