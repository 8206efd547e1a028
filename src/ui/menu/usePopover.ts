import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from "react";

const ANCHOR_GAP_PX = 4;
const WINDOW_MARGIN_PX = 8;

/**
 * Places a popover below its anchor, or above it if it fits only there. If it fits on neither side, it
 * takes the larger one and scrolls. Their left edges are aligned, or without `atStart` their right
 * ones, so that a menu stays below its own part of the page. It never crosses the window's edges. Above its
 * anchor it keeps its lower edge when it becomes smaller. It is beside what it would otherwise cover.
 */
function placeBelow(
  popover: HTMLElement,
  anchor: HTMLElement,
  atStart: boolean,
  uncovered: readonly Element[],
): void {
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
  const top = isBelow ? below : at.top - ANCHOR_GAP_PX - shown;
  const covered = uncovered
    .map((element) => element.getBoundingClientRect())
    .filter((one) => one.top < top + shown && one.bottom > top);
  const countAt = (left: number) =>
    covered.filter((one) => one.left < left + width && one.right > left).length;
  const [left = 0] = [
    atStart ? at.left : at.right - width,
    Math.max(...covered.map(({ right }) => right)) + ANCHOR_GAP_PX,
    Math.min(...covered.map(({ left: start }) => start)) - ANCHOR_GAP_PX - width,
  ]
    .map((x) => Math.max(WINDOW_MARGIN_PX, Math.min(x, clientWidth - width - WINDOW_MARGIN_PX)))
    .toSorted((a, b) => countAt(a) - countAt(b));
  popover.style.top = isBelow ? `${top}px` : "auto";
  popover.style.bottom = isBelow ? "auto" : `${clientHeight - top - shown}px`;
  popover.style.left = `${left}px`;
}

interface PopoverOptions {
  /** The element below which the popover opens. */
  anchor: RefObject<HTMLElement | null>;
  /** Whether the popover begins where its anchor does, not ends there. */
  atStart?: boolean;
  /** Selects what it should not cover. */
  uncovered?: string;
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
  const uncovered = options.uncovered;

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
    place();
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
      const kept = uncovered ? [...document.querySelectorAll(uncovered)] : [];
      if (ref.current && anchor.current) placeBelow(ref.current, anchor.current, atStart, kept);
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
  }, [anchor, atStart, isAsWide, uncovered]);
  return ref;
}
