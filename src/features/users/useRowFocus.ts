import { type RefObject, useCallback, useEffect, useRef } from "react";
import type { User } from "#contract/user.ts";

/** Where the focus was in the table: whose row, which control of it, at which place. */
interface Place {
  id: string;
  control: string;
  index: number;
}

/**
 * Keeps the focus where a person expects it when their row goes (deleted, or no longer let through
 * by the filter): on the same control of the row that took its place, or else on `fallback`.
 */
export function useRowFocus(shown: readonly User[], fallback: RefObject<HTMLElement | null>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const last = useRef<Place | null>(null);
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

  /** Moves the focus on if the row that had it last is gone. */
  const settle = useCallback(() => {
    const place = last.current;
    if (!place || order.current.some(({ id }) => id === place.id)) return;
    last.current = null;
    const next = order.current[Math.min(place.index, order.current.length - 1)];
    const rows = [...(body.current?.rows ?? [])];
    const row = rows.find(({ dataset }) => dataset.user === next?.id);
    const enabled = [...(row?.querySelectorAll<HTMLElement>("[data-control]:enabled") ?? [])];
    const same = enabled.find(({ dataset }) => dataset.control === place.control);
    (same ?? enabled[0] ?? fallback.current)?.focus();
  }, [fallback]);

  useEffect(() => {
    order.current = shown;
    if (!document.activeElement || document.activeElement === document.body) settle();
  }, [shown, settle]);

  return { body, settle };
}
