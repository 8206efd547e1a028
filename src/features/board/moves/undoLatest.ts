import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { loadEdits } from "#features/board/edits/requestEdit.ts";
import type { AppExtra } from "#session/appExtra.ts";
import type { WithBoard } from "./boardSelectors.ts";
import { newestDone } from "./undo.ts";
import { undoNewestMoves } from "./undoMove.ts";

/** Undoes what the user did last on the board: a move, or an edit in place. */
export function undoLatest(): ThunkAction<void, WithBoard, AppExtra, UnknownAction> {
  return (dispatch, getState) => {
    const { board, edits } = getState();
    const edit = edits.history.at(-1);
    const move = newestDone(board.history);
    if (!edit || (move && move.at > edit.boardClock)) dispatch(undoNewestMoves());
    else void loadEdits().then(({ undoEdit }) => dispatch(undoEdit(edit.at)));
  };
}
