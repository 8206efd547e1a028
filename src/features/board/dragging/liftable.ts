/** Users' names by id. */
export type Names = ReadonlyMap<string, string>;

/** A draggable card, with its column and its index there. */
export interface Liftable {
  id: string;
  status: string;
  index: number;
}

/** The place of a card in its column's list. */
export const SLOT = "[data-card]";

export const slotSelector = (cardId: string): string => `[data-card="${CSS.escape(cardId)}"]`;

/** The attribute is the drag-and-drop library's. */
export const columnSelector = (status: string): string => `[data-rfd-droppable-id="${status}"]`;

export function liftableOf(slot: HTMLElement): Liftable {
  const column = slot.closest<HTMLElement>("[data-rfd-droppable-id]");
  return {
    id: slot.dataset["card"] ?? "",
    status: column?.dataset["rfdDroppableId"] ?? "",
    index: Number(slot.dataset["index"]),
  };
}
