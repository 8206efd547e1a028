import { createSelector, lruMemoize } from "@reduxjs/toolkit";
import type { Board } from "#contract/shapes/board.ts";
import type { TaskSummary } from "#contract/shapes/task.ts";
import { TASK_STATUSES, type TaskStatus } from "#contract/task.ts";
import { boardApi } from "#features/board/data/boardApi.ts";
import type { Snapshot } from "#features/board/data/normaliseBoard.ts";
import type { ChangesState, Neighbours, WithChanges } from "#features/changes/queue/change.ts";
import { confirmedOver, shownOver } from "#features/changes/queue/pendingChange.ts";
import { boardRequestedAt } from "#features/changes/queue/responses.ts";
import { foldCards, type ValueOver } from "./foldTasks.ts";
import { leaveInTurn, moveCards, type Placements, sameCards } from "./moveCards.ts";

const selectBoardQuery = boardApi.endpoints.getBoard.select();

const NONE: readonly TaskSummary[] = [];

/** The board as last received from the server, without changes. */
export const selectSnapshot = (state: WithChanges): Snapshot | undefined =>
  selectBoardQuery(state).data;

export const selectDragging = ({ board }: WithChanges): boolean => board.drag.phase === "dragging";
/** The card that is being dragged. */
export const selectLiftedId = ({ board: { drag } }: WithChanges): string | null =>
  drag.phase === "dragging" ? drag.cardId : null;
export const selectLanded = ({ board }: WithChanges) => board.landed;

const selectEntries = ({ changes }: WithChanges) => changes.entries;

/** Folds changes over a board that was requested at `requested`. */
const foldBoard =
  (valueOver: ValueOver) =>
  (
    snapshot: Snapshot | undefined,
    entries: ChangesState["entries"],
    requested: number,
  ): Snapshot | undefined => {
    if (!snapshot) return undefined;
    const moves: [string, Placements[string]][] = [];
    for (const [id, { status }] of Object.entries(entries)) {
      const move = status && valueOver(status, requested);
      if (!move) continue;
      const { value, at, beside } = move;
      moves.push([id, { to: value as TaskStatus, at, ...(beside && { beside }) }]);
    }
    const moved = moveCards(snapshot, Object.fromEntries(moves));
    return foldCards(moved, entries, requested, valueOver);
  };

/** The board to show: the server's board with the changes folded over it. */
export const selectShownBoard = createSelector(
  [selectSnapshot, selectEntries, boardRequestedAt],
  foldBoard(shownOver),
);

/**
 * The server's board with the confirmed changes that it does not show yet, for the next visit. It has
 * no position, so the next visit fetches the whole board.
 */
export const selectConfirmedBoard = createSelector(
  [selectSnapshot, selectEntries, boardRequestedAt],
  (snapshot, entries, requested): Board | undefined => {
    const folded = foldBoard(confirmedOver)(snapshot, entries, requested);
    if (!folded) return undefined;
    const { position: _none, ...board } = folded;
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
  [selectShownBoard, (_state: WithChanges, ids: readonly string[]) => ids],
  (board, ids): readonly TaskSummary[] => {
    if (!board || ids.length === 0) return NONE;
    const wanted = new Set(ids);
    return TASK_STATUSES.flatMap((status) => board[status].filter(({ id }) => wanted.has(id)));
  },
);

/**
 * The cards beside each card when it leaves its place, if the cards move to the top of a column one
 * after the other. Cards that are not on the board have none.
 */
export function neighboursInTurn(
  state: WithChanges,
  ids: readonly string[],
  to: TaskStatus,
): Map<string, Neighbours> {
  const board = selectShownBoard(state);
  return board ? leaveInTurn(board, ids, to) : new Map();
}

/** How many of the first cards of Done are recent. Undefined if the server doesn't say so. */
export const selectRecentDone = (state: WithChanges): number | undefined =>
  selectShownBoard(state)?.recentDone;
