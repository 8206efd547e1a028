import { createSelector, lruMemoize } from "@reduxjs/toolkit";
import type { WithApi } from "#api/api.ts";
import { selectIsOffline } from "#api/connectionEvents.ts";
import type { Board } from "#contract/board.ts";
import { TASK_STATUSES, type TaskStatus, type TaskSummary } from "#contract/task.ts";
import { boardApi } from "#features/board/boardApi.ts";
import type { Snapshot } from "#features/board/normaliseBoard.ts";
import type { StoredMove } from "#features/board/outbox/storedMove.ts";
import type { WithConnection } from "#sync/connection/connectionSlice.ts";
import type { BoardState, PendingMove } from "./boardSlice.ts";
import { type Intent, shownAt } from "./moveMachine.ts";
import { columnOf, type Placements, project, sameCards } from "./project.ts";

const selectBoardQuery = boardApi.endpoints.getBoard.select();

/** The part of the store's state that the board reads. */
export type WithBoard = WithApi & WithConnection & { board: BoardState };

const NONE: readonly TaskSummary[] = [];

/** The server's board as last received, without the moves under way. */
export const selectSnapshot = (state: WithBoard): Board | undefined => selectBoardQuery(state).data;

export const selectMove = (state: WithBoard, cardId: string) => state.board.moves[cardId];
export const selectDragging = (state: WithBoard): boolean => state.board.drag.phase === "dragging";
/** The card that is being dragged. */
export const selectLiftedId = ({ board: { drag } }: WithBoard): string | null =>
  drag.phase === "dragging" ? drag.cardId : null;
export const selectLanded = (state: WithBoard) => state.board.landed;

const selectPlacements = createSelector([(state: WithBoard) => state.board.moves], (moves) => {
  const placements: Record<string, Intent> = {};
  for (const [cardId, move] of Object.entries(moves)) {
    const shown = shownAt(move);
    if (shown) placements[cardId] = shown;
  }
  return placements satisfies Placements;
});

/** What is to be shown: the server's board with the moves under way folded over it. */
export const selectShownBoard = createSelector(
  [selectSnapshot, selectPlacements],
  (snapshot, placements) => snapshot && project(snapshot, placements),
);

const selectConfirmedPlacements = createSelector(
  [(state: WithBoard) => state.board.moves],
  (moves) => {
    const known = Object.entries(moves).flatMap(([cardId, move]) =>
      move.known ? [[cardId, move.known] as const] : [],
    );
    return Object.fromEntries(known) satisfies Placements;
  },
);

/**
 * The server's board with the confirmed moves that it does not show yet. Without its position, so
 * that the next visit reads the board whole.
 */
export const selectConfirmedBoard = createSelector(
  [selectSnapshot, selectConfirmedPlacements],
  (snapshot, placements): Board | undefined => {
    if (!snapshot) return undefined;
    const { position: _none, ...board }: Snapshot = project(snapshot, placements);
    return board;
  },
);

function columnSelector(status: TaskStatus) {
  return createSelector(
    [selectShownBoard],
    (board): readonly TaskSummary[] => board?.[status] ?? NONE,
    {
      memoize: lruMemoize,
      memoizeOptions: { resultEqualityCheck: sameCards },
    },
  );
}

/** The shown cards of each column. A column keeps its identity while its cards do. */
export const columnSelectors = Object.fromEntries(
  TASK_STATUSES.map((status) => [status, columnSelector(status)]),
) as Record<TaskStatus, ReturnType<typeof columnSelector>>;

/** The server's record of a card, if its board has it. */
export const selectServerTask = (state: WithBoard, cardId: string): TaskSummary | undefined => {
  const snapshot = selectSnapshot(state);
  for (const status of TASK_STATUSES) {
    const task = snapshot?.[status].find(({ id }) => id === cardId);
    if (task) return task;
  }
  return undefined;
};

/** A move that waits for its turn, and whose. */
export interface Waiting extends Intent {
  cardId: string;
}

/** Whether a move was asked for before the connection came back, and waits or is on its way. */
function isBacklog(move: PendingMove, restored: number): boolean {
  if (move.phase === "confirmed") return false;
  const { at } = move.phase === "queued" ? move.want : move.sent;
  return at <= restored;
}

/**
 * The moves to send now: of each card the newest, side by side; none without a connection; after an
 * outage one at a time in the order in which they were asked for, until all those are through.
 */
export function selectSendable(state: WithBoard): readonly Waiting[] {
  if (selectIsOffline(state)) return [];
  const { moves, restored } = state.board;
  const backlog = Object.values(moves).filter((move) => isBacklog(move, restored));
  const waiting = Object.entries(moves)
    .flatMap(([cardId, move]) => (move.phase === "queued" ? [{ cardId, ...move.want }] : []))
    .toSorted((a, b) => a.at - b.at);
  if (backlog.length === 0) return waiting;
  return backlog.every(({ phase }) => phase === "queued") ? waiting.slice(0, 1) : [];
}

/** Whether some move's outcome is unknown. */
export const selectIsUnsure = ({ board }: WithBoard): boolean =>
  Object.values(board.moves).some(({ phase }) => phase === "unsure");

/** Whether a board that is under way will tell how the unsure moves ended: it was asked for after them all. */
export function selectIsAsked({ board }: WithBoard): boolean {
  const since = Object.values(board.moves).map((move) =>
    move.phase === "unsure" ? move.since : 0,
  );
  return Object.values(board.requested).some((requested) => requested > Math.max(...since));
}

/**
 * Whether a confirmed move may hide a newer move of another user. The latest board was requested
 * while the move was under way and shows the card elsewhere, so it is from before or after the move.
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

/** Everything that was asked for and is not confirmed, in that order. */
export const selectUnsettledMoves = createSelector(
  [({ board }: WithBoard) => board.moves],
  (moves): readonly StoredMove[] =>
    Object.entries(moves)
      .flatMap(([cardId, move]) => storedMove(cardId, move) ?? [])
      .toSorted((a, b) => a.at - b.at),
);

function storedMove(cardId: string, move: PendingMove): StoredMove | null {
  if (move.phase === "confirmed") return null;
  const { to, at, title } = "want" in move ? move.want : move.sent;
  // While an older move is on its way, the card may be at either place.
  const from =
    move.from.length === 1 && move.phase !== "superseded" ? (move.from[0] ?? null) : null;
  return { cardId, title, from, to, at, sent: move.phase === "sending" || move.phase === "unsure" };
}
