import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { isUndone } from "#features/board/edits/editsState.ts";
import { loadEdits } from "#features/board/edits/loadEdits.ts";
import type { WithBoard } from "#features/board/moves/boardSelectors.ts";
import { loadUndoSave } from "#features/board/saves/loadUndoSave.ts";
import type { AppExtra } from "#session/appExtra.ts";
import { newestDone } from "./newestDone.ts";
import { undoNewestMoves } from "./undoMove.ts";

/** Undoes what the user did last on the board: a move, an edit in place, or a save of a form. */
export function undoLatest(): ThunkAction<void, WithBoard, AppExtra, UnknownAction> {
  return (dispatch, getState) => {
    const { board, edits } = getState();
    const edit = edits.history.findLast(({ tasks }) => !tasks.every(isUndone));
    const move = newestDone(board.history);
    const save = board.saves.findLast(({ isUndoing }) => !isUndoing);
    const [moved, edited] = [move?.at ?? 0, edit?.boardClock ?? 0];
    if (save && save.at > Math.max(moved, edited)) {
      loadUndoSave(({ undoSave }) => void dispatch(undoSave(save.at)));
    } else if (!edit || moved > edited) dispatch(undoNewestMoves());
    else void loadEdits().then(({ undoEdit }) => dispatch(undoEdit(edit.at)));
  };
}
