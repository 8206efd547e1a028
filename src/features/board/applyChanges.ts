import { type Board, type BoardChanges, COLUMN_MAX } from "#contract/board.ts";
import { TASK_STATUSES } from "#contract/task.ts";
import type { Snapshot } from "./normaliseBoard.ts";

/** Of a larger board the server sends a part, and changes don't tell which. */
const CARDS_MAX = TASK_STATUSES.length * COLUMN_MAX;

/**
 * The board after the changes, in the server's order. Null if they don't fit the board, which must
 * then be read whole.
 */
export function applyChanges(
  board: Board,
  { position, tasks, removed }: BoardChanges,
): Snapshot | null {
  const changed = new Set([...removed, ...tasks.map(({ id }) => id)]);
  const after = { position } as Snapshot;
  for (const status of TASK_STATUSES) {
    after[status] = board[status].filter(({ id }) => !changed.has(id));
  }
  // From the bottom up, because a card may stand on another changed card.
  for (const { before, ...card } of tasks.toReversed()) {
    const column = after[card.status];
    const index = before === null ? column.length : column.findIndex(({ id }) => id === before);
    if (index === -1) return null;
    column.splice(index, 0, card);
  }
  const cards = TASK_STATUSES.reduce((count, status) => count + after[status].length, 0);
  return cards > CARDS_MAX ? null : after;
}
