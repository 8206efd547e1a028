import type { TaskStatus } from "#contract/task.ts";
import type { UndoOfMove } from "#features/board/outbox/storedMove.ts";

/** A move that can be undone. */
export interface DoneMove extends UndoOfMove {
  cardId: string;
  title: string;
  to: TaskStatus;
  /** The move's `Intent.at`. */
  at: number;
  /** The `Intent.at` of the move that undoes it. That move may still fail. */
  undoneAt: number | null;
}

/** The length of the undo history. */
export const MAX_UNDOABLE_MOVES = 50;

/** Adds a move to the history. A card from an unknown column can't be moved back. */
export function withMove(
  history: readonly DoneMove[],
  { from, ...move }: Omit<DoneMove, "from" | "undoneAt"> & { from: TaskStatus | null },
): DoneMove[] {
  if (from === null) return [...history];
  return [...history, { ...move, from, undoneAt: null }].slice(-MAX_UNDOABLE_MOVES);
}

const markUndone = (done: DoneMove, undoneAt: number | null): DoneMove => ({ ...done, undoneAt });

/** Marks the move `at` as undone by the move `undoneAt`. */
export function withUndo(history: readonly DoneMove[], at: number, undoneAt: number): DoneMove[] {
  return history.map((done) => (done.at === at ? markUndone(done, undoneAt) : done));
}

/**
 * Removes a card's failed move and the card's later moves from the history. The card is back in its
 * column, so they have nothing to undo. If one of them was an undo, the move that it undid can be
 * undone again.
 */
export function withoutFailed(
  history: readonly DoneMove[],
  cardId: string,
  at: number,
): DoneMove[] {
  return history
    .filter((done) => done.cardId !== cardId || done.at < at)
    .map((done) =>
      done.cardId === cardId && (done.undoneAt ?? 0) >= at ? markUndone(done, null) : done,
    );
}
