import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { toast } from "react-hot-toast/headless";
import type { TaskStatus } from "#contract/task.ts";
import {
  selectDragging,
  selectMove,
  selectSnapshot,
  type WithBoard,
} from "#features/board/moves/boardSelectors.ts";
import { moveRequested, undoGivenUp } from "#features/board/moves/boardSlice.ts";
import { shownAt } from "#features/board/moves/moveMachine.ts";
import { columnOf } from "#features/board/moves/project.ts";
import type { DoneMove } from "#features/board/moves/undo.ts";
import { newestDone } from "./newestDone.ts";

/** The column where a moved card is shown; null if the card is gone. Without a board, `to`. */
function shownColumn(state: WithBoard, { cardId, to }: DoneMove): TaskStatus | null {
  const snapshot = selectSnapshot(state);
  const column = snapshot ? columnOf(snapshot, cardId) : to;
  const move = selectMove(state, cardId);
  return column && ((move && shownAt(move)?.to) ?? column);
}

/** The `DoneMove.at` of the move that put the card in this column, if the card is still there. */
export function selectUndoable(
  state: WithBoard,
  cardId: string,
  to: TaskStatus,
): number | undefined {
  const done = newestDone(state.board.history.filter((move) => move.cardId === cardId));
  return done?.to === to && shownColumn(state, done) === to ? done.at : undefined;
}

/** Undoes the newest moves that were made together. */
export function undoNewestMoves(): ThunkAction<void, WithBoard, unknown, UnknownAction> {
  return (dispatch, getState) => {
    const { history } = getState().board;
    const newest = newestDone(history);
    const moves = history.filter((done) => done.group === newest?.group && done.undoneAt === null);
    for (const { at } of moves.toReversed()) dispatch(undoMove(at));
  };
}

/**
 * Undoes a move by moving the card back. That is an ordinary move, so it works while the first one
 * is being sent, offline, and on any screen. A card that another user has moved since stays.
 *
 * @param at the `DoneMove.at` of the move to undo; by default the newest that was not undone
 */
export function undoMove(at?: number): ThunkAction<void, WithBoard, unknown, UnknownAction> {
  return (dispatch, getState) => {
    const state = getState();
    const { history } = state.board;
    const done = newestDone(at === undefined ? history : history.filter((move) => move.at === at));
    if (!done || selectDragging(state)) return;
    const { cardId, title, from: to, leaves: beside } = done;
    const column = shownColumn(state, done);
    if (column !== done.to) {
      dispatch(undoGivenUp({ at: done.at }));
      const reason = column === null ? "is no longer on the board" : "has been moved since";
      toast(`Nothing undone: "${title}" ${reason}`);
      return;
    }
    const snapshot = selectSnapshot(state);
    const from = snapshot ? columnOf(snapshot, cardId) : done.to;
    dispatch(moveRequested({ cardId, title, from, to, by: "undo", beside, undoes: done.at }));
  };
}
