import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

const ROW = "[data-card]";

const rowsOf = (list: Element | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>(ROW) ?? []),
];
const controlsOf = (row: Element | undefined): HTMLElement[] => [
  ...(row?.querySelectorAll<HTMLElement>("a, button, input") ?? []),
];

/**
 * When the focused row goes to another group, which renders another element for it, the focus follows it
 * without scrolling. When it leaves the list, the focus goes to the row that takes its place.
 *
 * @param shown changes with the rows
 */
export function useFollowRow(list: RefObject<HTMLElement | null>, shown: unknown): void {
  const focused = useRef<{ id: string | undefined; row: number; control: number }>(null);

  useEffect(() => {
    function note({ target }: FocusEvent) {
      const rows = rowsOf(list.current);
      const at = rows.findIndex((row) => row.contains(target as Node));
      const control = controlsOf(rows[at]).indexOf(target as HTMLElement);
      focused.current = at < 0 ? null : { id: rows[at]?.dataset["card"], row: at, control };
    }
    /** A press beside the rows takes the focus from them; a row that is removed loses it. */
    function forget({ target }: FocusEvent) {
      queueMicrotask(() => {
        const isLost = document.activeElement === document.body;
        if (isLost && (target as Node).isConnected) focused.current = null;
      });
    }
    document.addEventListener("focusin", note);
    document.addEventListener("focusout", forget);
    return () => {
      document.removeEventListener("focusin", note);
      document.removeEventListener("focusout", forget);
    };
  }, [list]);

  useLayoutEffect(() => {
    const place = focused.current;
    if (!place || document.activeElement !== document.body) return;
    const rows = rowsOf(list.current);
    const same = rows.find(({ dataset }) => dataset["card"] === place.id);
    const row = same ?? rows[Math.min(place.row, rows.length - 1)];
    const control = controlsOf(row)[place.control] ?? row?.querySelector("a");
    control?.focus({ preventScroll: true });
  }, [list, shown]);
}
