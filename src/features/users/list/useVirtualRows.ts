import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect, useState } from "react";
import type { User } from "#contract/user.ts";

/** An estimate, for a wide screen. Rendered rows are measured. */
const ROW_HEIGHT_PX = 49;

/** A row's height in px, with the gap below it where rows are cards. */
function heightOf(row: HTMLTableRowElement): number {
  const gap = parseFloat(getComputedStyle(row).marginBlockEnd || "0");
  // Without a layout every height is 0, and all rows would seem to fit.
  return (row.getBoundingClientRect().height || ROW_HEIGHT_PX) + gap;
}

/** The rows of a long list to render, and the space around them. */
export function useVirtualRows(
  users: readonly User[],
  body: RefObject<HTMLTableSectionElement | null>,
) {
  const [scrollMargin, setScrollMargin] = useState(0);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler, which it would hinder, is not in use
  const list = useWindowVirtualizer<HTMLTableRowElement>({
    count: users.length,
    estimateSize: () => ROW_HEIGHT_PX,
    getItemKey: (index) => users[index]?.id ?? index,
    measureElement: heightOf,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    overscan: 8,
    scrollMargin,
    useFlushSync: false,
  });

  useLayoutEffect(() => {
    const top = body.current?.getBoundingClientRect().top ?? 0;
    setScrollMargin(Math.round(top + window.scrollY));
  }, [body, users]);

  const items = list.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  return {
    rows: items.map(({ index }) => index),
    before: first ? first.start - scrollMargin : 0,
    after: last ? list.getTotalSize() - (last.end - scrollMargin) : 0,
    measure: list.measureElement,
  };
}
