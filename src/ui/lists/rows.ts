/** A row or card of a list. */
export const ROW = ":is([data-card], [data-user], [data-row])";

export const rowsIn = (list: Element | null): HTMLElement[] => [
  ...(list?.isConnected ? list.querySelectorAll<HTMLElement>(ROW) : []),
];

/** The id of what a row shows. */
export const rowId = ({ dataset: { card, user, row } }: HTMLElement): string =>
  card ?? user ?? row ?? "";

/** The row or card that has the focus. */
export const focusedRow = (): HTMLElement | null =>
  document.activeElement?.closest<HTMLElement>(ROW) ?? null;

/** What takes the focus of a row: the link of a task, the first control of a user. */
const startOf = (row: HTMLElement | undefined): HTMLElement | null =>
  row?.querySelector<HTMLElement>(row.dataset["user"] ? ":is(input, button):enabled" : "a") ?? null;

/** Moves the focus to a row, and scrolls to it. False without one. */
export function focusRow(row: HTMLElement | undefined): boolean {
  const start = startOf(row);
  start?.focus({ preventScroll: true });
  row?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  return start !== null;
}

/** The control of a row that had the focus last. */
let last: { control: HTMLElement; id: string } | null = null;

/** Remembers the row of a control that gets the focus. */
export function noteRow(control: HTMLElement): void {
  const row = control.closest<HTMLElement>(ROW);
  if (row) last = { control, id: rowId(row) };
}

/** Whether something covers the page of this element. */
export const isCovered = (element: Element): boolean => element.closest("[inert]") !== null;

/** The row of the list that had the focus last. */
export const lastRowOf = (list: Element): HTMLElement | undefined =>
  rowsIn(list).find((row) => rowId(row) === last?.id);

/** What had the focus last in a list on the page, to which it returns; null if that row is gone. */
export function lastFocused(): HTMLElement | null {
  const main = document.querySelector("main");
  if (!last || !main) return null;
  return last.control.isConnected ? last.control : startOf(lastRowOf(main));
}
