import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import type { TaskStatus, TaskSummary } from "#contract/task.ts";
import { selectNeighbours, selectServerTask, type WithBoard } from "./boardSelectors.ts";
import { moveRequested } from "./boardSlice.ts";
import type { MoveMeans } from "./boardState.ts";

/** Moves cards to a column. The last of them lands on top. One Undo moves all of them back. */
export function requestMoves(
  tasks: readonly Pick<TaskSummary, "id" | "title" | "status">[],
  to: TaskStatus,
  by: Exclude<MoveMeans, "undo">,
): ThunkAction<void, WithBoard, unknown, UnknownAction> {
  return (dispatch, getState) => {
    const group = getState().board.clock + 1;
    for (const { id: cardId, title, status } of tasks) {
      const from = selectServerTask(getState(), cardId)?.status ?? status;
      const leaves = selectNeighbours(getState(), cardId);
      dispatch(moveRequested({ cardId, title, from, to, by, leaves, group }));
    }
  };
}
