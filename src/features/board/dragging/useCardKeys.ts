import { type RefObject, useEffect, useRef } from "react";
import { SLOT } from "#features/dragging/slots.ts";
import { useCommand } from "#lib/commands/useCommand.ts";

/** The number of frames to wait until a long column has rendered the card that it scrolls to. */
const MAX_FRAMES = 20;

const focusedSlot = (): HTMLElement | null =>
  document.activeElement?.closest<HTMLElement>(SLOT) ?? null;

const slotsIn = (list: Element): HTMLElement[] => [...list.querySelectorAll<HTMLElement>(SLOT)];

function focusSlot(slot: HTMLElement): void {
  slot.querySelector("a")?.focus({ preventScroll: true });
  slot.scrollIntoView?.({ block: "nearest", inline: "nearest" });
}

function middle(element: Element): number {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
}

/** The visible card of a column that is nearest to the height of `slot`. */
function levelWith(slot: HTMLElement, list: Element): HTMLElement | undefined {
  const column = list.parentElement?.getBoundingClientRect();
  const slots = slotsIn(list);
  const visible = slots.filter((other) => {
    const at = other.getBoundingClientRect();
    return column && at.bottom > column.top && at.top < column.bottom;
  });
  const distance = (other: HTMLElement) => Math.abs(middle(other) - middle(slot));
  return (visible.length > 0 ? visible : slots).toSorted((a, b) => distance(a) - distance(b))[0];
}

/** Scrolls a column one step towards an index that it has not rendered yet. */
function scrollTowards(list: Element, index: number, from: HTMLElement): void {
  const column = list.parentElement;
  if (!column) return;
  if (index === 0) column.scrollTop = 0;
  else if (index === lastIndex(from)) column.scrollTop = column.scrollHeight;
  else from.scrollIntoView?.({ block: "nearest" });
}

const lastIndex = (slot: HTMLElement): number => Number(slot.getAttribute("aria-setsize")) - 1;

interface Attempt {
  list: Element;
  from: HTMLElement;
  index: number;
  frames: number;
}

/**
 * The keys of a focused card: arrows, Home and End move the focus to other cards, and `m` opens the
 * card's menu. Without a focused card, the keys keep their meaning.
 */
export function useCardKeys(board: RefObject<HTMLElement | null>): void {
  const frame = useRef(0);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);

  function focusIndex(pick: (index: number, last: number) => number): boolean {
    const from = focusedSlot();
    const list = from?.parentElement;
    if (!from || !list) return false;
    const last = lastIndex(from);
    const index = Math.max(0, Math.min(pick(Number(from.dataset["index"]), last), last));
    cancelAnimationFrame(frame.current);
    attempt({ list, from, index, frames: 0 });
    return true;
  }

  /** Focuses the card once the column has rendered it. */
  function attempt({ list, from, index, frames }: Attempt) {
    const slot = slotsIn(list).find(({ dataset }) => dataset["index"] === String(index));
    if (slot) return focusSlot(slot);
    if (frames === MAX_FRAMES) return undefined;
    scrollTowards(list, index, from);
    const next = { list, from, index, frames: frames + 1 };
    frame.current = requestAnimationFrame(() => attempt(next));
    return undefined;
  }

  function focusColumn(step: 1 | -1): boolean {
    const from = focusedSlot();
    if (!from) return false;
    const lists = [...(board.current?.querySelectorAll(`ul:has(> ${SLOT})`) ?? [])];
    const list = lists[lists.findIndex((other) => other.contains(from)) + step];
    const slot = list && levelWith(from, list);
    if (slot) focusSlot(slot);
    return true;
  }

  useCommand("cardBelow", () => focusIndex((index) => index + 1));
  useCommand("cardAbove", () => focusIndex((index) => index - 1));
  useCommand("firstCard", () => focusIndex(() => 0));
  useCommand("lastCard", () => focusIndex((_index, last) => last));
  useCommand("cardRight", () => focusColumn(1));
  useCommand("cardLeft", () => focusColumn(-1));
  useCommand("cardMenu", () => {
    const button = focusedSlot()?.querySelector<HTMLElement>("button");
    button?.click();
    return button !== undefined;
  });
}
