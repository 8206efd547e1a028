/** Users' names by id. */
export type UserNames = ReadonlyMap<string, string>;

/** A draggable card, with its column and its index there. */
export interface Liftable {
  id: string;
  status: string;
  index: number;
}

/** The place of a card in its column's list. */
export const SLOT = "[data-card]";

/** The elements of a card that lift it: its link, and its button for screen readers. */
export const HANDLES = "h3 a, [data-handle]";

export const slotSelector = (cardId: string): string => `[data-card="${CSS.escape(cardId)}"]`;

/** The attribute is the drag-and-drop library's. */
export const columnSelector = (status: string): string => `[data-rfd-droppable-id="${status}"]`;

/** The position of a card in the shown column, like "3 of 12". */
export function shownPosition(cardId: string): string {
  const slot = document.querySelector(slotSelector(cardId));
  return `${slot?.getAttribute("aria-posinset")} of ${slot?.getAttribute("aria-setsize")}`;
}

/** The number of cards that a column shows, of which it may render a part. */
export function shownCount(status: string): number {
  const slot = document.querySelector(`${columnSelector(status)} ${SLOT}`);
  return Number(slot?.getAttribute("aria-setsize") ?? 0);
}

export function liftableOf(slot: HTMLElement): Liftable {
  const column = slot.closest<HTMLElement>("[data-rfd-droppable-id]");
  return {
    id: slot.dataset["card"] ?? "",
    status: column?.dataset["rfdDroppableId"] ?? "",
    index: Number(slot.dataset["index"]),
  };
}
