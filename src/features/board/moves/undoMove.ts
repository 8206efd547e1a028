import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { toast } from "react-hot-toast/headless";
import type { TaskStatus } from "#contract/task.ts";
import { selectDragging, selectMove, selectSnapshot, type WithBoard } from "./boardSelectors.ts";
import { moveRequested, undoGivenUp } from "./boardSlice.ts";
import { shownAt } from "./moveMachine.ts";
import { statusOf } from "./project.ts";
import { type DoneMove, newestDone } from "./undo.ts";

/** Where a card that was moved stands: null when it is gone. Without a board, where the move put it. */
function placeOf(state: WithBoard, { cardId, to }: DoneMove): TaskStatus | null {
  const snapshot = selectSnapshot(state);
  if (snapshot && statusOf(snapshot, cardId) === null) return null;
  const move = selectMove(state, cardId);
  const shown = move && shownAt(move);
  return shown?.to ?? (snapshot ? statusOf(snapshot, cardId) : to);
}

/** The move (its `DoneMove.at`) that last put the card there, if the card still stands there. */
export function selectUndoable(
  state: WithBoard,
  cardId: string,
  to: TaskStatus,
): number | undefined {
  const done = newestDone(state.board.history.filter((move) => move.cardId === cardId));
  return done?.to === to && placeOf(state, done) === to ? done.at : undefined;
}

/**
 * Moves a card back: by a move like any other, so it works while the first is under way, offline,
 * and on any screen. A card that someone else has moved since stays where they put it.
 *
 * @param at the move to undo; by default the newest that has not been undone
 */
export function undoMove(at?: number): ThunkAction<void, WithBoard, unknown, UnknownAction> {
  return (dispatch, getState) => {
    const state = getState();
    const { history } = state.board;
    const done = newestDone(at === undefined ? history : history.filter((move) => move.at === at));
    if (!done || selectDragging(state)) return;
    const { cardId, title, from: to } = done;
    const place = placeOf(state, done);
    if (place !== done.to) {
      dispatch(undoGivenUp({ at: done.at }));
      const reason = place === null ? "is no longer on the board" : "has been moved since";
      toast(`Nothing undone: "${title}" ${reason}`);
      return;
    }
    const snapshot = selectSnapshot(state);
    const from = snapshot ? statusOf(snapshot, cardId) : done.to;
    dispatch(moveRequested({ cardId, title, from, to, by: "undo", undoes: done.at }));
  };
}
