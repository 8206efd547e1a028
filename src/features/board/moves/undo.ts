import type { TaskStatus } from "#contract/task.ts";

/** A move that was asked for and can be undone. */
export interface DoneMove {
  cardId: string;
  title: string;
  from: TaskStatus;
  to: TaskStatus;
  /** The move's `Intent.at`. */
  at: number;
  /** The move that undoes it, by its `Intent.at`; it may yet fail. */
  undoneAt: number | null;
}

/** So many moves can be undone. */
export const UNDO_LIMIT = 50;

interface Asked {
  cardId: string;
  title: string;
  /** Where the card was shown; null if nobody knows. */
  from: TaskStatus | null;
  to: TaskStatus;
  at: number;
  /** The move that this one undoes. */
  undoes: number | undefined;
}

const undoneBy = (done: DoneMove, undoneAt: number | null): DoneMove => ({ ...done, undoneAt });

/** The history with a move that was just asked for: as a new one, or as the undoing of an older one. */
export function remembered(history: readonly DoneMove[], asked: Asked): DoneMove[] {
  const { undoes, from, ...move } = asked;
  if (undoes !== undefined) {
    return history.map((done) => (done.at === undoes ? undoneBy(done, move.at) : done));
  }
  if (from === null) return [...history];
  return [...history, { ...move, from, undoneAt: null }].slice(-UNDO_LIMIT);
}

/**
 * The history after a card's move came to nothing, and with it what was asked of the card since and
 * led back there. What it should have undone can be undone again.
 */
export function without(history: readonly DoneMove[], cardId: string, at: number): DoneMove[] {
  return history
    .filter((done) => done.cardId !== cardId || done.at < at)
    .map((done) =>
      done.cardId === cardId && (done.undoneAt ?? 0) >= at ? undoneBy(done, null) : done,
    );
}

/** The newest move that nobody has undone. */
export function newestDone(history: readonly DoneMove[]): DoneMove | undefined {
  return history.findLast(({ undoneAt }) => undoneAt === null);
}
