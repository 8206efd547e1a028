import type { Cause } from "./change.ts";

/** The card that was last moved or put back, and why. */
export interface Landing {
  cardId: string;
  by: Cause | "rejection";
  /** The `Wanted.at` of the move. */
  at: number;
}

export interface BoardState {
  /**
   * The tasks in the events that made the board stale. Null if the board is not stale, or if an event
   * had no task's id.
   */
  outdated: string[] | null;
  /** The tasks that the response must contain if the running request reads only changes. */
  expected: string[] | null;
  drag: { phase: "idle" } | { phase: "dragging"; cardId: string };
  landed: Landing | null;
}

/** The initial state. */
export const NO_BOARD: BoardState = {
  outdated: null,
  expected: null,
  drag: { phase: "idle" },
  landed: null,
};
