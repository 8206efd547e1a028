import { useEffect, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

/** The maximum number of cards, rows or entries of a list that are printed. */
export const PRINTED_MAX = 500;

type Items = readonly unknown[];

/** The list of the screen that shows one page at a time: how many pages it has, and what reads one. */
interface PagedList {
  totalPages: number;
  read: (page: number) => Promise<Items>;
}

let isPrinting = false;
let pagedList: PagedList | null = null;
/** The items of all pages, for one print. */
let loaded: Items | null = null;
const listeners = new Set<() => void>();

/** The browser lays the page out for paper right after the event, so the page renders before it ends. */
function turn({ type }: Event): void {
  isPrinting = type === "beforeprint";
  if (!isPrinting) loaded = null;
  flushSync(() => {
    for (const listener of listeners) listener();
  });
}

for (const type of ["beforeprint", "afterprint"]) addEventListener(type, turn);

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the page is being printed: lists then render all that they have, not only what is visible. */
export const usePrinting = (): boolean => useSyncExternalStore(listen, () => isPrinting);

/**
 * The items of a list that shows one page at a time: those of the page, and on paper those of all
 * pages. The command Print loads them first. A print by the browser's menu can't wait for them.
 */
export function usePrintedItems<T>(
  items: readonly T[],
  totalPages: number,
  read: (page: number) => Promise<readonly T[]>,
): readonly T[] {
  useEffect(() => {
    pagedList = { totalPages, read };
    return () => {
      pagedList = null;
    };
  });
  // The items were read by this list.
  return (usePrinting() && (loaded as readonly T[] | null)) || items;
}

/** The list whose pages a print needs, and what keeps their items for it. */
export const printedList = () =>
  pagedList && { ...pagedList, keep: (items: Items) => (loaded = items) };
