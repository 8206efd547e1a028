import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { focusedRow } from "./table/useRowKeys.ts";

/** Where the user left the list: at which entry of the history, how far down, at which task. */
let left: { key: string; scrolled: number; taskId: string | undefined } | null = null;

/** Whether the focus is where a screen that opens puts it. */
const isFocusFree = (): boolean =>
  !document.activeElement || document.activeElement.matches("body, main h1");

/**
 * Back from a task restores the scroll position and the focus of the list. Any other way to the list
 * begins at its top.
 *
 * @param isFilled whether the tasks are there
 */
export function useListPlace(list: RefObject<HTMLElement | null>, isFilled: boolean): void {
  const { key } = useLocation();
  const latest = useRef(key);
  // Layout effects end before the list is removed, and with it the focus.
  useLayoutEffect(() => {
    latest.current = key;
  });
  useLayoutEffect(
    () => () => {
      const taskId = focusedRow()?.dataset["card"];
      left = { key: latest.current, scrolled: window.scrollY, taskId };
    },
    [],
  );

  useEffect(() => {
    if (!isFilled || left?.key !== latest.current) return;
    const { scrolled, taskId } = left;
    left = null;
    if (!isFocusFree()) return;
    const row = list.current?.querySelector(`[data-card="${CSS.escape(taskId ?? "")}"] a`);
    if (row instanceof HTMLElement) row.focus({ preventScroll: true });
    window.scrollTo(0, scrolled);
  }, [isFilled, list]);
}
