import { targetIdOf, targetSelector } from "#features/dragging/library.ts";
import { type Liftable, SLOT, slotSelector } from "#features/dragging/slots.ts";

/** Users' names by id. */
export type UserNames = ReadonlyMap<string, string>;

/** The elements of a card that lift it: its link, and its button for screen readers. */
export const HANDLES = "h3 a, [data-handle]";

/** The position of a card in the shown column, like "3 of 12". */
export function shownPosition(cardId: string): string {
  const slot = document.querySelector(slotSelector(cardId));
  return `${slot?.getAttribute("aria-posinset")} of ${slot?.getAttribute("aria-setsize")}`;
}

/** The number of cards that a column shows, of which it may render a part. */
export function shownCount(status: string): number {
  const slot = document.querySelector(`${targetSelector(status)} ${SLOT}`);
  return Number(slot?.getAttribute("aria-setsize") ?? 0);
}

export function liftableOf(slot: HTMLElement): Liftable {
  return {
    id: slot.dataset["card"] ?? "",
    status: targetIdOf(slot),
    index: Number(slot.dataset["index"]),
  };
}
