import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { ROW, rowId, rowsIn } from "./rows.ts";

/**
 * The number of frames to wait for a row that is elsewhere. A list that was empty renders its first row some
 * frames later, and a row outside the visible area is never rendered.
 */
const MAX_FRAMES = 10;

interface Options {
  /** The part of the list in which a neighbour takes the row's place; by default the list. */
  groupOf?: (row: HTMLElement) => Element | null;
  /** Whether the list still has a row with this id, which it may render later. */
  isElsewhere?: (id: string) => boolean;
  /** Takes the focus if no row is left. */
  fallback?: () => HTMLElement | null;
}

/** Where the focus is: the row, its index in the group, and which of its controls. */
interface Place {
  id: string;
  group: Element | null;
  index: number;
  control: number;
  name: string | undefined;
}

const controlsOf = (row: HTMLElement): HTMLElement[] => [
  ...row.querySelectorAll<HTMLElement>("a, button, input, select"),
];

/** The control at the same place of a row, or else the row's link or first control. */
function controlIn(row: HTMLElement, { control, name }: Place): HTMLElement | null | undefined {
  const all = controlsOf(row);
  const named = name && all.find(({ dataset }) => dataset["control"] === name);
  const same = named || all[control] || row.querySelector("a");
  return same?.matches(":disabled") === false ? same : all.find((one) => one.matches(":enabled"));
}

/**
 * When the focused row moves, and another element is rendered for it, the focus follows it without
 * scrolling. When the row is gone, the focus goes to the one that takes its place.
 *
 * @param shown changes with the rows, and when a dialog about a row closes
 */
export function useFollowRow(
  list: RefObject<HTMLElement | null>,
  shown: unknown,
  { groupOf, isElsewhere, fallback }: Options = {},
): void {
  const focused = useRef<Place>(null);

  const note = useEffectEvent((element: Element | null) => {
    // A dialog, such as a question about the row, has the focus only for a while.
    if (element?.closest("dialog")?.contains(list.current) === false) return;
    const row = element?.closest<HTMLElement>(ROW);
    focused.current = null;
    if (!row || !list.current?.contains(row)) return;
    const group = groupOf?.(row) ?? list.current;
    focused.current = {
      id: rowId(row),
      group,
      index: rowsIn(group).indexOf(row),
      control: controlsOf(row).indexOf(element as HTMLElement),
      name: (element as HTMLElement).dataset["control"],
    };
  });

  /** Returns whether to try again, because the row may be rendered later. */
  const follow = useEffectEvent((place: Place, isLast: boolean): boolean => {
    const all = rowsIn(list.current);
    const same = all.find((row) => rowId(row) === place.id);
    if (!same && !isLast && isElsewhere?.(place.id)) return true;
    const rows = place.group?.isConnected ? rowsIn(place.group) : all;
    const row = same ?? rows[Math.min(place.index, rows.length - 1)];
    ((row && controlIn(row, place)) ?? fallback?.())?.focus({ preventScroll: true });
    return false;
  });

  useEffect(() => {
    const handle = ({ target }: FocusEvent) => note(target as Element);
    /** A press beside the rows takes the focus from them; a row that is removed loses it. */
    const forget = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (document.activeElement === document.body && (target as Node).isConnected)
          focused.current = null;
      });
    document.addEventListener("focusin", handle);
    document.addEventListener("focusout", forget);
    return () => {
      document.removeEventListener("focusin", handle);
      document.removeEventListener("focusout", forget);
    };
  }, []);

  useLayoutEffect(() => {
    const isLost = () => document.activeElement === document.body;
    // Other rows may have come or gone above the focused one.
    if (!isLost()) note(document.activeElement);
    const place = focused.current;
    let timer = 0;
    function attempt(frames: number) {
      if (place && isLost() && follow(place, frames === MAX_FRAMES))
        timer = requestAnimationFrame(() => attempt(frames + 1));
    }
    attempt(0);
    return () => cancelAnimationFrame(timer);
  }, [shown]);
}
