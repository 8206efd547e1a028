import type { TaskStatus } from "#contract/task.ts";

/** The cards above and below a card in its column; null at the column's ends. */
export interface Neighbours {
  above: string | null;
  below: string | null;
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
  /** A logical clock that orders the moves. */
  at: number;
  /** Whether it was sent. The server may have applied it. */
  sent: boolean;
}
