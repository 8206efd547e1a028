import type { Board } from "#contract/board.ts";
import type { TaskStatus } from "#contract/task.ts";
import type { TokenVault } from "#session/tokens.ts";

/** An app under test: how a person works with it, and what a person sees. */
export interface Client {
  /** Asks for the board, and keeps it. */
  open(): void;
  move(cardId: string, to: TaskStatus): void;
  lift(cardId: string): void;
  /** Ends the drag: over a column, or over none. */
  drop(cardId: string, to: TaskStatus | null): void;
  undo(): void;
  refetch(): void;
  close(): void;
  /** What is shown; undefined before the first board. */
  shown(): Board | undefined;
  /** The request of the board that is on its way or came last. */
  boardRequest(): string | undefined;
  /** The last move that was asked for, by its number; numbers grow. */
  lastMove(): number;
  /** The move that a card's request carries out. */
  sentMove(cardId: string): number | undefined;
  /** The move that a card's request carries out, or that is to follow it. */
  wantedMove(cardId: string): number | undefined;
  /** Whether a move of this card is asked for and not confirmed. */
  isPending(cardId: string): boolean;
  /** Whether it knows that the connection is gone. */
  isOffline(): boolean;
  /** Moves up to this one were asked for before the connection came back. */
  lastBeforeReturn(): number;
  /** What undo would move next, and to where. */
  undoable(): { cardId: string; to: TaskStatus } | undefined;
}

export type MakeClient = (tokens: TokenVault) => Client;
