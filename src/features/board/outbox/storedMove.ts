import type { TaskStatus } from "#contract/task.ts";

/** A move that was asked for and is not yet confirmed, as it is kept over a reload. */
export interface StoredMove {
  cardId: string;
  title: string;
  /** The one place where the server may have the card without this move; null when not known. */
  from: TaskStatus | null;
  to: TaskStatus;
  /** Orders the moves; says nothing about the time. */
  at: number;
  /** It has been on its way to the server, which may have carried it out. */
  sent: boolean;
}
