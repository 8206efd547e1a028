/** A draggable card or row, with its column or group and its index there. */
export interface Liftable {
  id: string;
  status: string;
  index: number;
}

/** The place of a card in its column's list. A row is its own slot. */
export const SLOT = "[data-card]";

export const slotSelector = (cardId: string): string => `[data-card="${CSS.escape(cardId)}"]`;
