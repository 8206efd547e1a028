import { createSelector } from "@reduxjs/toolkit";
import { selectSnapshot, type WithBoard } from "#features/board/moves/boardSelectors.ts";
import type { PendingMove } from "#features/board/moves/boardState.ts";
import type { Intent } from "#features/board/moves/moveMachine.ts";
import { columnOf } from "#features/board/moves/project.ts";
import type { DoneMove } from "#features/board/moves/undo.ts";
import type { StoredMove } from "#features/board/outbox/storedMove.ts";
import { selectMustWait } from "#sync/connection/connectionSlice.ts";

/** A move that waits to be sent, with its card. */
export interface WaitingMove extends Intent {
  cardId: string;
}

/** Whether a move was requested before the connection was restored, and is not confirmed yet. */
function isBacklog(move: PendingMove, restored: number): boolean {
  if (move.phase === "confirmed") return false;
  const { at } = move.phase === "queued" ? move.want : move.sent;
  return at <= restored;
}

/**
 * The moves to send now: the newest one of each card, in parallel. Without a connection, or
 * while the server is busy, there are none. After an outage the moves from before its end are sent one at a time, in the order of the
 * user's actions.
 */
export function selectSendableMoves(state: WithBoard): readonly WaitingMove[] {
  if (selectMustWait(state)) return [];
  const { moves, restored } = state.board;
  const backlog = Object.values(moves).filter((move) => isBacklog(move, restored));
  const waiting = Object.entries(moves)
    .flatMap(([cardId, move]) => (move.phase === "queued" ? [{ cardId, ...move.want }] : []))
    .toSorted((a, b) => a.at - b.at);
  if (backlog.length === 0) return waiting;
  return backlog.every(({ phase }) => phase === "queued") ? waiting.slice(0, 1) : [];
}

/** Whether any move's outcome is unknown. */
export const selectIsUnsure = ({ board }: WithBoard): boolean =>
  Object.values(board.moves).some(({ phase }) => phase === "unsure");

/** Whether a running request of the board was sent after all unsure moves, and so resolves them. */
export function selectIsResolvingUnsure({ board }: WithBoard): boolean {
  const since = Object.values(board.moves).map((move) =>
    move.phase === "unsure" ? move.since : 0,
  );
  return Object.values(board.requested).some((requested) => requested > Math.max(...since));
}

/**
 * Whether a confirmed move may hide a newer move of another user. The latest board was requested
 * while the move was under way and shows the card elsewhere. The server may have read that board
 * before or after the move.
 */
export function selectIsHiding(state: WithBoard): boolean {
  const { arrived, moves } = state.board;
  const snapshot = selectSnapshot(state);
  return Object.entries(moves).some(([cardId, { phase, known }]) => {
    if (!snapshot || phase !== "confirmed" || !known) return false;
    const isDuring = known.at < arrived && arrived <= known.since;
    return isDuring && columnOf(snapshot, cardId) !== known.to;
  });
}

/** All moves that are not confirmed, in the order of the user's actions. */
export const selectUnsettledMoves = createSelector(
  [({ board }: WithBoard) => board.moves, ({ board }: WithBoard) => board.history],
  (moves, history): readonly StoredMove[] =>
    Object.entries(moves)
      .flatMap(([cardId, move]) => storedMove(cardId, move, history) ?? [])
      .toSorted((a, b) => a.at - b.at),
);

function storedMove(
  cardId: string,
  move: PendingMove,
  history: readonly DoneMove[],
): StoredMove | null {
  if (move.phase === "confirmed") return null;
  const { to, beside, at, when, title } = "want" in move ? move.want : move.sent;
  // While the server handles an older move, the card may be in either column.
  const from =
    move.from.length === 1 && move.phase !== "superseded" ? (move.from[0] ?? null) : null;
  const sent = move.phase === "sending" || move.phase === "unsure";
  const done = history.find((one) => one.at === at && one.cardId === cardId);
  const undo = done && { from: done.from, leaves: done.leaves, group: done.group };
  return {
    cardId,
    title,
    from,
    to,
    at,
    when,
    sent,
    ...(beside && { beside }),
    ...(undo && { undo }),
  };
}
