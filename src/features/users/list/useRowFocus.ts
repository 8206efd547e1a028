import { type RefObject, useCallback, useEffect, useRef } from "react";
import { useFirstHit } from "#lib/commands/useFirstHit.ts";
import type { UserList } from "./useUserList.ts";

/** Where the focus was in the table: the row's user and index, and the control. */
interface FocusedControl {
  id: string;
  control: string;
  index: number;
}

/** Moves the focus to the first row's checkbox or, if that user is guarded, the first control. */
function focusFirstUser(body: HTMLTableSectionElement | null): void {
  body?.querySelector<HTMLElement>("tr[data-user] :is(input, button):enabled")?.focus();
}

/**
 * Moves the focus when its row is removed from the table, because the user was deleted or no longer
 * matches the filter. The same control of the next row gets it, or else `fallback`.
 */
export function useRowFocus(
  { users: shown, isSettled }: Pick<UserList, "users" | "isSettled">,
  fallback: RefObject<HTMLElement | null>,
) {
  const body = useRef<HTMLTableSectionElement>(null);
  const last = useRef<FocusedControl | null>(null);
  const order = useRef(shown);

  useEffect(() => {
    function note({ target }: FocusEvent) {
      if (!(target instanceof HTMLElement)) return;
      const { user: id } = target.closest("tr")?.dataset ?? {};
      const { control } = target.dataset;
      if (!id || !control) return;
      last.current = { id, control, index: order.current.findIndex((user) => user.id === id) };
    }
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);

  /** Moves the focus if the row that had it last is gone. */
  const refocus = useCallback(() => {
    const lost = last.current;
    if (!lost || order.current.some(({ id }) => id === lost.id)) return;
    last.current = null;
    const next = order.current[Math.min(lost.index, order.current.length - 1)];
    const rows = [...(body.current?.rows ?? [])];
    const row = rows.find(({ dataset }) => dataset.user === next?.id);
    const enabled = [...(row?.querySelectorAll<HTMLElement>("[data-control]:enabled") ?? [])];
    const same = enabled.find(({ dataset }) => dataset.control === lost.control);
    (same ?? enabled[0] ?? fallback.current)?.focus();
  }, [fallback]);

  useEffect(() => {
    order.current = shown;
    if (!document.activeElement || document.activeElement === document.body) refocus();
  }, [shown, refocus]);

  const goToFirstHit = useFirstHit(isSettled, () => focusFirstUser(body.current));
  return { body, refocus, goToFirstHit };
}
