import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect, useState } from "react";
import type { User } from "#contract/user.ts";

/** Up to so many rows are all there: the browser's own search finds them, and nothing moves. */
const ALL_UP_TO = 100;
/** A row on a wide screen, in px; the real heights are measured. */
const ROW_HEIGHT = 49;

/** A row's height with the gap that follows it where rows are cards, in px. */
function heightOf(row: HTMLTableRowElement): number {
  const gap = parseFloat(getComputedStyle(row).marginBlockEnd || "0");
  // Without a layout nothing has a height; then not all rows fit, but as many as usual.
  return (row.getBoundingClientRect().height || ROW_HEIGHT) + gap;
}

/** The rows to render: all of a short list; of a long one those in sight, and the space around. */
export function useRows(users: readonly User[], body: RefObject<HTMLTableSectionElement | null>) {
  const [scrollMargin, setScrollMargin] = useState(0);
  const isLong = users.length > ALL_UP_TO;
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler, which it would hinder, is not in use
  const list = useWindowVirtualizer<HTMLTableRowElement>({
    count: users.length,
    enabled: isLong,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => users[index]?.id ?? index,
    measureElement: heightOf,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    overscan: 8,
    scrollMargin,
    useFlushSync: false,
  });

  useLayoutEffect(() => {
    const top = body.current?.getBoundingClientRect().top ?? 0;
    if (isLong) setScrollMargin(Math.round(top + window.scrollY));
  }, [isLong, body, users]);

  if (!isLong) return { rows: users.map((_user, index) => index), before: 0, after: 0 };
  const items = list.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  return {
    rows: items.map(({ index }) => index),
    before: first ? first.start - scrollMargin : 0,
    after: last ? list.getTotalSize() - (last.end - scrollMargin) : 0,
    measure: list.measureElement,
  };
}
