import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { TaskGroup } from "#features/tasks/list/view/groupTasks.ts";

/**
 * When the focused row goes to another group, where it is rendered anew, the focus follows it without
 * scrolling.
 */
export function useFollowRow(
  table: RefObject<HTMLElement | null>,
  groups: readonly TaskGroup[] | null,
): void {
  const focusedId = useRef<string>(undefined);

  useEffect(() => {
    function note({ target }: Event) {
      const row = target instanceof Element ? target.closest<HTMLElement>("[data-card]") : null;
      focusedId.current = row?.dataset["card"];
    }
    /** A press beside the rows takes the focus from them; a row that is removed loses it. */
    function forget({ target }: Event) {
      queueMicrotask(() => {
        if ((target as Node).isConnected && document.activeElement === document.body) {
          focusedId.current = undefined;
        }
      });
    }
    document.addEventListener("focusin", note);
    document.addEventListener("focusout", forget);
    return () => {
      document.removeEventListener("focusin", note);
      document.removeEventListener("focusout", forget);
    };
  }, []);

  useLayoutEffect(() => {
    const { current: id } = focusedId;
    if (!groups || id === undefined || document.activeElement !== document.body) return;
    const row = table.current?.querySelector(`[data-card="${CSS.escape(id)}"] a`);
    if (row instanceof HTMLElement) row.focus({ preventScroll: true });
  }, [table, groups]);
}
