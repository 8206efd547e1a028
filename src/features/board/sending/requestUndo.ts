import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { toast } from "react-hot-toast/headless";
import type { WithBoard } from "#features/board/moves/boardSelectors.ts";
import type { AppExtra } from "#session/appExtra.ts";
import { loadedSending, loadSending, type Sending } from "./loadSending.ts";

/** Undoes what the user did last on the board. Its code may have to load; a failure shows a toast. */
export function requestUndo(): ThunkAction<void, WithBoard, AppExtra, UnknownAction> {
  return (dispatch) => {
    const undo = ({ undoLatest }: Sending) => dispatch(undoLatest());
    const code = loadedSending();
    if (code) undo(code);
    else loadSending().then(undo, () => toast.error("The change could not be undone"));
  };
}
