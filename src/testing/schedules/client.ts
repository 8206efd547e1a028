import type { QueryStatus } from "@reduxjs/toolkit/query/react";
import type { Board } from "#contract/board.ts";
import type { TaskStatus } from "#contract/task.ts";
import type { TokenVault } from "#session/tokens.ts";

/** An app under test: its controls and its display. */
export interface Client {
  /** Opens the board. */
  open(): void;
  move(cardId: string, to: TaskStatus): void;
  lift(cardId: string): void;
  /** Ends the drag over a column, or outside. */
  drop(cardId: string, to: TaskStatus | null): void;
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
  /** The state of that request. */
  boardStatus(): QueryStatus;
  /** The number of the last requested move; numbers grow. */
  lastMove(): number;
  /** The move of a card's running request. */
  sentMove(cardId: string): number | undefined;
  /** The newest move of a card: the queued one, or that of the running request. */
  wantedMove(cardId: string): number | undefined;
  /** Whether this card has an unconfirmed move. */
  isPending(cardId: string): boolean;
  /** Whether the app knows that it is offline. */
  isOffline(): boolean;
  /** The last move that was requested before the connection came back. */
  lastBeforeReturn(): number;
  /** The move that the next undo reverts. */
  undoable(): { cardId: string; to: TaskStatus; move: number } | undefined;
}

export type MakeClient = (tokens: TokenVault) => Client;
