import type { RefObject } from "react";
import { useCommand } from "#lib/commands/useCommand.ts";

const ROW = "[data-card]";

/** The task's row or card that has the focus. */
export const focusedRow = (): HTMLElement | null =>
  document.activeElement?.closest<HTMLElement>(ROW) ?? null;

/** Moves the focus to the link of a row or card. False without one. */
function focusRow(row: HTMLElement | undefined): boolean {
  row?.querySelector("a")?.focus({ preventScroll: true });
  row?.scrollIntoView?.({ block: "nearest" });
  return row !== undefined;
}

/** The number of cards side by side. A table has one row. */
function columnsOf(rows: readonly HTMLElement[]): number {
  if (rows[0]?.matches("tr")) return 1;
  const top = rows[0]?.getBoundingClientRect().top;
  const below = rows.findIndex((row) => row.getBoundingClientRect().top !== top);
  return below < 0 ? rows.length : below;
}

/** Moves the focus to the first row or card of a list. */
export const focusFirstRow = (list: HTMLElement | null): boolean =>
  focusRow(list?.querySelector<HTMLElement>(ROW) ?? undefined);

/** The arrow keys, Home and End of the list: they lead from the focused row or card to others. */
export function useRowKeys(list: RefObject<HTMLElement | null>): void {
  function go(step: (columns: number, rows: number) => number): boolean {
    const from = focusedRow();
    const rows = [...(list.current?.querySelectorAll<HTMLElement>(ROW) ?? [])];
    if (!from || !rows.includes(from)) return false;
    const by = step(columnsOf(rows), rows.length);
    if (by !== 0) focusRow(rows[Math.max(0, Math.min(rows.indexOf(from) + by, rows.length - 1))]);
    return by !== 0;
  }
  useCommand("cardBelow", () => go((columns) => columns));
  useCommand("cardAbove", () => go((columns) => -columns));
  useCommand("cardRight", () => go((columns) => (columns > 1 ? 1 : 0)));
  useCommand("cardLeft", () => go((columns) => (columns > 1 ? -1 : 0)));
  useCommand("firstCard", () => go((_columns, rows) => -rows));
  useCommand("lastCard", () => go((_columns, rows) => rows));
}
