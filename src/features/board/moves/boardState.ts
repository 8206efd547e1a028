import type { DoneSave } from "#features/board/saves/doneSave.ts";
import type { CardMove } from "./moveMachine.ts";
import type { DoneMove } from "./undo.ts";

/** How the user requested a move. */
export type MoveMeans = "pointer" | "keyboard" | "menu" | "undo";

/** The card that was last moved or put back, and why. */
export interface Landing {
  cardId: string;
  by: MoveMeans | "rejection";
  at: number;
}

export type PendingMove = Exclude<CardMove, { phase: "settled" }>;

export interface BoardState {
  /** A logical clock that orders moves and boards. A replayed action log leads to the same state. */
  clock: number;
  /** The clock when the connection last came back. Older moves are sent in order, one by one. */
  restored: number;
  /** The pending moves, by card. `Intent.at` orders them. */
  moves: Record<string, PendingMove>;
  /** The running requests of the board: request id → clock. */
  requested: Record<string, number>;
  /** The clock when the board that arrived last was requested. */
  arrived: number;
  /**
   * The tasks in the events that made the board stale. Null if the board is not stale, or if an event
   * had no task's id.
   */
  outdated: string[] | null;
  /** The tasks that the response must contain if the running request reads only changes. */
  expected: string[] | null;
  /** The moves that can be undone, newest last. */
  history: DoneMove[];
  /** The saves of task forms that can be undone, newest last. */
  saves: DoneSave[];
  drag: { phase: "idle" } | { phase: "dragging"; cardId: string };
  landed: Landing | null;
}

/** The initial state. */
export const NO_MOVES: BoardState = {
  clock: 0,
  restored: 0,
  moves: {},
  requested: {},
  arrived: 0,
  outdated: null,
  expected: null,
  history: [],
  saves: [],
  drag: { phase: "idle" },
  landed: null,
};
