import { createSelector, lruMemoize } from "@reduxjs/toolkit";
import type { Board } from "#contract/board.ts";
import { TASK_STATUSES, type Task, type TaskStatus } from "#contract/task.ts";
import { boardApi } from "./boardApi.ts";
import type { BoardState } from "./boardSlice.ts";
import { type Intent, shownAt } from "./moveMachine.ts";
import { type Placements, project, sameCards, statusOf } from "./project.ts";

const selectBoardQuery = boardApi.endpoints.getBoard.select();

/** The part of the store's state that the board reads. */
export type WithBoard = Parameters<typeof selectBoardQuery>[0] & { board: BoardState };

const NONE: readonly Task[] = [];

/** The server's board as last received, without the moves under way. */
export const selectSnapshot = (state: WithBoard): Board | undefined => selectBoardQuery(state).data;

export const selectMove = (state: WithBoard, cardId: string) => state.board.moves[cardId];
export const selectDragging = (state: WithBoard): boolean => state.board.drag.phase === "dragging";
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

function columnSelector(status: TaskStatus) {
  return createSelector([selectShownBoard], (board): readonly Task[] => board?.[status] ?? NONE, {
    memoize: lruMemoize,
    memoizeOptions: { resultEqualityCheck: sameCards },
  });
}

/** The shown cards of each column. A column keeps its identity while its cards do. */
export const columnSelectors = Object.fromEntries(
  TASK_STATUSES.map((status) => [status, columnSelector(status)]),
) as Record<TaskStatus, ReturnType<typeof columnSelector>>;

/** Where the server's board has a card, or null. */
export const selectServerStatus = (state: WithBoard, cardId: string): TaskStatus | null => {
  const snapshot = selectSnapshot(state);
  return snapshot ? statusOf(snapshot, cardId) : null;
};
