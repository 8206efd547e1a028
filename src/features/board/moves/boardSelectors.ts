import { createSelector, lruMemoize } from "@reduxjs/toolkit";
import type { WithApi } from "#api/api.ts";
import { selectIsOffline } from "#api/connectionEvents.ts";
import type { Board } from "#contract/board.ts";
import { TASK_STATUSES, type TaskStatus, type TaskSummary } from "#contract/task.ts";
import { boardApi } from "#features/board/boardApi.ts";
import {
  boardWithEdits,
  selectShownValues,
  type WithEdits,
} from "#features/board/edits/editsState.ts";
import type { Snapshot } from "#features/board/normaliseBoard.ts";
import type { Neighbours, StoredMove } from "#features/board/outbox/storedMove.ts";
import type { WithConnection } from "#sync/connection/connectionSlice.ts";
import type { BoardState, PendingMove } from "./boardState.ts";
import { type Intent, shownAt } from "./moveMachine.ts";
import { columnOf, neighboursOf, type Placements, project, sameCards } from "./project.ts";

const selectBoardQuery = boardApi.endpoints.getBoard.select();

/** The part of the store's state that the board reads. */
export type WithBoard = WithApi & WithConnection & WithEdits & { board: BoardState };

const NONE: readonly TaskSummary[] = [];

/** The board as last received from the server, without pending moves. */
export const selectSnapshot = (state: WithBoard): Snapshot | undefined =>
  selectBoardQuery(state).data;

export const selectMove = (state: WithBoard, cardId: string) => state.board.moves[cardId];
export const selectDragging = (state: WithBoard): boolean => state.board.drag.phase === "dragging";
/** The card that is being dragged. */
export const selectLiftedId = ({ board: { drag } }: WithBoard): string | null =>
  drag.phase === "dragging" ? drag.cardId : null;
export const selectLanded = (state: WithBoard) => state.board.landed;

/** The columns of the cards with pending moves. */
export const selectPlacements = createSelector(
  [(state: WithBoard) => state.board.moves],
  (moves) => {
    const placements: Record<string, Intent> = {};
    for (const [cardId, move] of Object.entries(moves)) {
      const shown = shownAt(move);
      if (shown) placements[cardId] = shown;
    }
    return placements satisfies Placements;
  },
);

/** The board to show: the server's board with the pending edits and moves applied to it. */
export const selectShownBoard = createSelector(
  [selectSnapshot, selectPlacements, selectShownValues],
  (snapshot, placements, values) =>
    snapshot && project(boardWithEdits(snapshot, values), placements),
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
 * The server's board with the confirmed moves that it does not show yet. It has no position, so the
 * next visit fetches the whole board.
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

/** The shown cards of each column. A selector returns the same array while its cards are the same. */
export const columnSelectors = Object.fromEntries(
  TASK_STATUSES.map((status) => [status, columnSelector(status)]),
) as Record<TaskStatus, ReturnType<typeof columnSelector>>;

/** The shown tasks with these ids, in the board's order. Others are left out. */
export const selectShownTasks = createSelector(
  [selectShownBoard, (_state: WithBoard, ids: readonly string[]) => ids],
  (board, ids): readonly TaskSummary[] =>
    board && ids.length > 0
      ? TASK_STATUSES.flatMap((status) => board[status].filter(({ id }) => ids.includes(id)))
      : NONE,
);

/** The cards beside a card where it is shown; undefined if it is not on the board. */
export function selectNeighbours(state: WithBoard, cardId: string): Neighbours | undefined {
  const board = selectShownBoard(state);
  return board && neighboursOf(board, cardId);
}

/** How many cards of Done, the first ones, are recent. Undefined if the server doesn't say so. */
export const selectRecentDone = (state: WithBoard): number | undefined =>
  selectShownBoard(state)?.recentDone;

/** The card's task on the server's board. */
export const selectServerTask = (state: WithBoard, cardId: string): TaskSummary | undefined => {
  const snapshot = selectSnapshot(state);
  for (const status of TASK_STATUSES) {
    const task = snapshot?.[status].find(({ id }) => id === cardId);
    if (task) return task;
  }
  return undefined;
};

/** A move that waits to be sent, with its card. */
export interface Waiting extends Intent {
  cardId: string;
}

/** Whether a move was requested before the connection was restored, and is not confirmed yet. */
function isBacklog(move: PendingMove, restored: number): boolean {
  if (move.phase === "confirmed") return false;
  const { at } = move.phase === "queued" ? move.want : move.sent;
  return at <= restored;
}

/**
 * The moves to send now: the newest one of each card, in parallel. Without a connection there are
 * none. After an outage the moves from before its end are sent one at a time, in the order of the
 * user's actions.
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

/** All moves that are not confirmed, in the order of the user's actions. */
export const selectUnsettledMoves = createSelector(
  [({ board }: WithBoard) => board.moves],
  (moves): readonly StoredMove[] =>
    Object.entries(moves)
      .flatMap(([cardId, move]) => storedMove(cardId, move) ?? [])
      .toSorted((a, b) => a.at - b.at),
);

function storedMove(cardId: string, move: PendingMove): StoredMove | null {
  if (move.phase === "confirmed") return null;
  const { to, beside, at, title } = "want" in move ? move.want : move.sent;
  // While the server handles an older move, the card may be in either column.
  const from =
    move.from.length === 1 && move.phase !== "superseded" ? (move.from[0] ?? null) : null;
  const sent = move.phase === "sending" || move.phase === "unsure";
  return { cardId, title, from, to, at, sent, ...(beside && { beside }) };
}
