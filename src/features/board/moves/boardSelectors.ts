import { createSelector, lruMemoize } from "@reduxjs/toolkit";
import type { WithApi } from "#api/api.ts";
import { TASK_STATUSES, type TaskStatus, type TaskSummary } from "#contract/task.ts";
import { boardApi } from "#features/board/boardApi.ts";
import {
  boardWithEdits,
  selectShownValues,
  type WithEdits,
} from "#features/board/edits/editsState.ts";
import type { Snapshot } from "#features/board/normaliseBoard.ts";
import type { Neighbours } from "#features/board/outbox/storedMove.ts";
import type { WithConnection } from "#sync/connection/connectionSlice.ts";
import type { BoardState } from "./boardState.ts";
import { type Intent, shownAt } from "./moveMachine.ts";
import { neighboursOf, type Placements, project, sameCards } from "./project.ts";

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

/** How many of the first cards of Done are recent. Undefined if the server doesn't say so. */
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
