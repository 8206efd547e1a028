import type { ThunkAction, ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { toast } from "react-hot-toast/headless";
import type { TaskStatus } from "#contract/task.ts";
import { selectDragging, selectMove, selectSnapshot, type WithBoard } from "./boardSelectors.ts";
import { moveRequested, undoGivenUp } from "./boardSlice.ts";
import { shownAt } from "./moveMachine.ts";
import { statusOf } from "./project.ts";
import { type DoneMove, newestDone } from "./undo.ts";

export type UndoDispatch = ThunkDispatch<WithBoard, unknown, UnknownAction>;

/** Where a card that was moved stands: null when it is gone. Without a board, where the move put it. */
function placeOf(state: WithBoard, { cardId, to }: DoneMove): TaskStatus | null {
  const snapshot = selectSnapshot(state);
  if (snapshot && statusOf(snapshot, cardId) === null) return null;
  const move = selectMove(state, cardId);
  const shown = move && shownAt(move);
  return shown?.to ?? (snapshot ? statusOf(snapshot, cardId) : to);
}

const isNewestOfCard = ({ board }: WithBoard, done: DoneMove): boolean =>
  newestDone(board.history.filter(({ cardId }) => cardId === done.cardId))?.at === done.at;

const doneAt = ({ board }: WithBoard, at: number): DoneMove | undefined =>
  board.history.find((done) => done.at === at);

/** Whether the card still stands where this move put it, by our own last word. */
export function selectCanUndo(state: WithBoard, at: number): boolean {
  const done = doneAt(state, at);
  return done !== undefined && isNewestOfCard(state, done) && placeOf(state, done) === done.to;
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
    const done = at === undefined ? newestDone(state.board.history) : doneAt(state, at);
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
