import { outboxKey } from "./hasStored.ts";
import { selectOwner, type WithUnsent } from "./owner.ts";

/**
 * Stores unsent changes when the page is left before the outbox's code has arrived. The code that
 * makes a list of them has not arrived either, so their part of the state is stored as it is.
 */
export function storeEarly(state: WithUnsent): void {
  const { board, creations, edits } = state;
  const owner = selectOwner(state);
  const pending = [board.moves, creations.all, edits.pending];
  if (owner === null || pending.every((changes) => Object.keys(changes).length === 0)) return;
  // If the storage is full, this throws. The page is closing, so there is nothing else to try.
  localStorage.setItem(
    outboxKey(owner, `${Date.now()}`),
    JSON.stringify({ board, creations, edits }),
  );
}
