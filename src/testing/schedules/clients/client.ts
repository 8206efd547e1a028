import type { QueryStatus } from "@reduxjs/toolkit/query/react";
import type { Board } from "#contract/board.ts";
import type { TaskStatus } from "#contract/task.ts";
import type { TokenVault } from "#session/tokens.ts";

export interface RequestedMove {
  cardId: string;
  move: number;
}

/** `from` is the column to which an undo returns the card, and `to` where the move put it. */
export interface UndoableMove extends RequestedMove {
  from: TaskStatus;
  to: TaskStatus;
}

/** An app under test: its controls and its display. */
export interface Client {
  /** Opens the board. */
  open(): void;
  /** Moves these cards together, in this order. */
  move(cardIds: readonly string[], to: TaskStatus): void;
  lift(cardId: string): void;
  /** Ends the drag over a column, or outside. The lifted card is the last of those that move. */
  drop(cardIds: readonly string[], to: TaskStatus | null): void;
  /** Undoes the newest moves that were made together. */
  undo(): void;
  refetch(): void;
  /** The event of another user's change of a task. */
  hear(cardId: string): void;
  /** The event stream has lost events. */
  hearReset(): void;
  close(): void;
  /** The shown board; undefined before the first one. */
  shown(): Board | undefined;
  /** The id of the running or last request of the board. */
  boardRequest(): string | undefined;
  /** The id of the running or last request of a task. */
  taskRequest(cardId: string): string | undefined;
  /** The ids of all requests of the board and of tasks, in the order in which the app began them. */
  reads(): readonly string[];
  /** The state of the board's request. */
  boardStatus(): QueryStatus;
  /** All requested moves in order, by their numbers, which grow. */
  requested(): readonly RequestedMove[];
  /** The move of a card's running request. */
  sentMove(cardId: string): number | undefined;
  /** The newest move of a card: the queued one, or that of the running request. */
  wantedMove(cardId: string): number | undefined;
  /** Whether this card has an unconfirmed move. */
  isPending(cardId: string): boolean;
  /**
   * Whether the app knew that it was offline when it began to send a card's move. The request may
   * have waited for a new token since.
   */
  beganOffline(cardId: string): boolean;
  /** The last move that was requested before the connection came back. */
  lastBeforeReturn(): number;
  /** The moves that were not undone, oldest first. */
  undoable(): readonly UndoableMove[];
}

export type MakeClient = (tokens: TokenVault) => Client;
