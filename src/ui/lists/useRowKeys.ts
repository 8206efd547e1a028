import { type RefObject, useEffect, useRef } from "react";
import { useCommand } from "#lib/commands/useCommand.ts";
import { focusedRow, focusRow, isCovered, lastRowOf, noteRow, rowId, rowsIn } from "./rows.ts";

/** A column of the board. Any other list is one lane. */
const LANE = "[data-lane]";
/** The number of frames to wait until a long list has rendered the row that it scrolls to. */
const MAX_FRAMES = 20;

type Direction = "below" | "above" | "right" | "left" | "first" | "last";

/** The next index; NaN if it is in another lane. */
const STEPS: Readonly<
  Record<Direction, (index: number, columns: number, lastIndex: number) => number>
> = {
  below: (index, columns) => index + columns,
  above: (index, columns) => index - columns,
  right: (index, columns) => (columns > 1 ? index + 1 : Number.NaN),
  left: (index, columns) => (columns > 1 ? index - 1 : Number.NaN),
  first: () => 0,
  last: (_index, _columns, lastIndex) => lastIndex,
};

const indexIn = (rows: readonly HTMLElement[], row: HTMLElement): number =>
  Number(row.dataset["index"] ?? rows.indexOf(row));

/** The last index of a list, of which only a part may be rendered. */
function lastIndexOf(rows: readonly HTMLElement[], row: HTMLElement): number {
  const count = row.closest("[aria-rowcount]")?.getAttribute("aria-rowcount");
  const size = row.getAttribute("aria-setsize") ?? (count ? Number(count) - 1 : rows.length);
  return Number(size) - 1;
}

/** The number of cards side by side. A table has one row. */
function columnsOf(rows: readonly HTMLElement[]): number {
  if (rows[0]?.matches("tr")) return 1;
  const top = rows[0]?.getBoundingClientRect().top;
  const below = rows.findIndex((row) => row.getBoundingClientRect().top !== top);
  return below < 0 ? rows.length : below;
}

const isInWindow = (row: HTMLElement): boolean => {
  const { top, bottom } = row.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
};

/** The row that had the focus last, or else the first one that the user sees. */
const entryOf = (list: Element): HTMLElement | undefined =>
  lastRowOf(list) ?? rowsIn(list).find(isInWindow) ?? rowsIn(list)[0];

/** Whether no other list has the focus, and nothing that the arrow keys scroll. */
const isFree = (): boolean =>
  focusedRow() === null && !document.activeElement?.matches('[tabindex="0"]');

function middle(element: Element): number {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
}

/** The visible row of a lane that is nearest to the height of `row`. */
function levelWith(row: HTMLElement, lane: Element): HTMLElement | undefined {
  const shown = lane.parentElement?.getBoundingClientRect();
  const rows = rowsIn(lane);
  const visible = rows.filter((other) => {
    const at = other.getBoundingClientRect();
    return shown && at.bottom > shown.top && at.top < shown.bottom;
  });
  const distance = (other: HTMLElement) => Math.abs(middle(other) - middle(row));
  return (visible.length > 0 ? visible : rows).toSorted((a, b) => distance(a) - distance(b))[0];
}

interface Attempt {
  lane: Element;
  from: HTMLElement;
  index: number;
  lastIndex: number;
  frames: number;
}

/** Scrolls a list one step towards a row that it has not rendered yet. */
function scrollTowards({ lane, from, index, lastIndex }: Attempt): void {
  const scroller = lane.matches(LANE) ? lane.parentElement : document.scrollingElement;
  if (!scroller) return;
  if (index === 0) scroller.scrollTop = 0;
  else if (index === lastIndex) scroller.scrollTop = scroller.scrollHeight;
  else from.scrollIntoView?.({ block: "nearest" });
}

/** The focused row of a list, and what leads from row to row. */
function useMoves(list: RefObject<HTMLElement | null>) {
  const frame = useRef(0);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (list.current?.contains(target as Node)) noteRow(target as HTMLElement);
    };
    document.addEventListener("focusin", note);
    return () => {
      cancelAnimationFrame(frame.current);
      document.removeEventListener("focusin", note);
    };
  }, [list]);

  /** The focused row, if it is one of this list. */
  function current(): HTMLElement | null {
    const row = focusedRow();
    return row && list.current?.contains(row) && !isCovered(row) ? row : null;
  }

  /** Focuses the row once the list has rendered it. */
  function attempt(wanted: Attempt) {
    const { lane, index, frames } = wanted;
    const rows = rowsIn(lane);
    const row = rows.find((other) => indexIn(rows, other) === index);
    if (row) return void focusRow(row);
    if (frames === MAX_FRAMES) return undefined;
    scrollTowards(wanted);
    frame.current = requestAnimationFrame(() => attempt({ ...wanted, frames: frames + 1 }));
    return undefined;
  }

  function go(direction: Direction): boolean {
    const element = list.current;
    const from = current();
    if (!element || isCovered(element)) return false;
    if (!from) return direction === "below" && isFree() && focusRow(entryOf(element));
    const lane = from.closest(LANE) ?? element;
    const rows = rowsIn(lane);
    const columns = lane === element ? columnsOf(rows) : 1;
    const lastIndex = lastIndexOf(rows, from);
    const index = STEPS[direction](indexIn(rows, from), columns, lastIndex);
    cancelAnimationFrame(frame.current);
    if (!Number.isNaN(index)) {
      const inside = Math.max(0, Math.min(index, lastIndex));
      attempt({ lane, from, index: inside, lastIndex, frames: 0 });
      return true;
    }
    const lanes = [...element.querySelectorAll(LANE)].filter((other) => rowsIn(other).length > 0);
    const other = lanes[lanes.indexOf(lane) + (direction === "right" ? 1 : -1)];
    if (other) focusRow(levelWith(from, other));
    return lane !== element;
  }

  return { current, go };
}

/** The part of a selection that keys change. */
export interface Selected {
  ids: ReadonlySet<string>;
  set: (id: string, isSelected: boolean) => void;
}

/**
 * The keys of a list, a table or a board: arrows, `j`, `k`, Home and End lead from row to row, and the first
 * ↓ or `j` into it. With a selection, `x` selects the focused row, and Shift with those keys extends it.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>, selected?: Selected): void {
  const { current, go } = useMoves(list);

  /** Selects the focused row and the next one. Back over a selected row, the selection becomes shorter. */
  function extend(direction: Direction): boolean {
    const row = current();
    if (!selected || !row) return selected !== undefined && go(direction);
    if (!go(direction)) return false;
    const from = rowId(row);
    const to = rowId(focusedRow() ?? row);
    // At the end of a list there is no next row.
    const isBack = to !== from && selected.ids.has(from) && selected.ids.has(to);
    selected.set(from, !isBack);
    if (!isBack) selected.set(to, true);
    return true;
  }

  function toggle(id?: string): boolean {
    const row = current();
    const toggled = id ?? (row ? rowId(row) : undefined);
    if (toggled !== undefined) selected?.set(toggled, !selected.ids.has(toggled));
    return toggled !== undefined && selected !== undefined;
  }

  useCommand("cardBelow", () => go("below"));
  useCommand("nextTask", () => go("below"));
  useCommand("cardAbove", () => go("above"));
  useCommand("previousTask", () => go("above"));
  useCommand("cardRight", () => go("right"));
  useCommand("cardLeft", () => go("left"));
  useCommand("firstCard", () => go("first"));
  useCommand("lastCard", () => go("last"));
  useCommand("select", toggle);
  useCommand("selectBelow", () => extend("below"));
  useCommand("selectNext", () => extend("below"));
  useCommand("selectAbove", () => extend("above"));
  useCommand("selectPrevious", () => extend("above"));
  useCommand("selectRight", () => extend("right"));
  useCommand("selectLeft", () => extend("left"));
}
