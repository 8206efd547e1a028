import { COLUMN_MAX } from "#contract/board.ts";
import type { Board, BoardChanges } from "#contract/shapes/board.ts";
import { TASK_STATUSES } from "#contract/task.ts";
import type { Snapshot } from "./normaliseBoard.ts";

/** The server sends only a part of a larger board, and the changes don't show which part. */
const CARDS_MAX = TASK_STATUSES.length * COLUMN_MAX;

/**
 * Returns the board after the changes, in the server's order. Null if the changes don't fit the
 * board; then the whole board must be fetched.
 */
export function applyChanges(
  board: Board,
  { position, tasks, removed, recentDone }: BoardChanges,
): Snapshot | null {
  const changed = new Set([...removed, ...tasks.map(({ id }) => id)]);
  const after = { position, ...(recentDone !== undefined && { recentDone }) } as Snapshot;
  for (const status of TASK_STATUSES) {
    after[status] = board[status].filter(({ id }) => !changed.has(id));
  }
  // From the bottom up, because the card below a changed card may have changed too.
  for (const { before, ...card } of tasks.toReversed()) {
    const column = after[card.status];
    const index = before === null ? column.length : column.findIndex(({ id }) => id === before);
    if (index === -1) return null;
    column.splice(index, 0, card);
  }
  const cards = TASK_STATUSES.reduce((count, status) => count + after[status].length, 0);
  return cards > CARDS_MAX ? null : after;
}
