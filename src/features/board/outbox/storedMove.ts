import type { TaskStatus } from "#contract/task.ts";

/** The cards above and below a card in its column; null at the column's ends. */
export interface Neighbours {
  above: string | null;
  below: string | null;
}

/** The card's place before a move, for Undo. */
export interface UndoOfMove {
  from: TaskStatus;
  leaves?: Neighbours | undefined;
  /** The same for all cards that were moved together. */
  group: number;
}

/** An unconfirmed move, as it is stored for a reload. */
export interface StoredMove {
  cardId: string;
  title: string;
  /** The card's column on the server without this move; null if it is not known for certain. */
  from: TaskStatus | null;
  to: TaskStatus;
  /** As in `Intent`. */
  beside?: Neighbours;
  /** A logical clock that orders the moves of one tab. */
  at: number;
  /** The time of the user's action, which orders the moves of several tabs. Older lists lack it. */
  when?: number;
  /** What Undo needs; absent if the move can't be undone. */
  undo?: UndoOfMove;
  /** Whether it was sent. The server may have applied it. */
  sent: boolean;
}
