import type { MouseEvent } from "react";
import { toast } from "react-hot-toast/headless";
import { useDispatch, useSelector } from "react-redux";
import type { WithBoard } from "#features/board/moves/boardSelectors.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { Button } from "#ui/Button.tsx";
import { ToastText } from "#ui/ToastText.tsx";
import { loadUndoSave } from "./loadUndoSave.ts";

/**
 * The toast of a saved task (§8). It offers Undo while the save can be undone.
 *
 * @param id of the toast, which Undo dismisses
 * @param etag the version that the save has made
 */
export function UpdatedToast({ id, taskId, etag }: { id: string; taskId: string; etag: string }) {
  const dispatch = useDispatch<StoreDispatch<WithBoard>>();
  const at = useSelector(
    ({ board }: WithBoard) =>
      board.saves.find((save) => save.id === taskId && save.etag === etag)?.at,
  );
  function undo({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    currentTarget.blur();
    toast.dismiss(id);
    if (at !== undefined) loadUndoSave(({ undoSave }) => void dispatch(undoSave(at)));
  }
  return (
    <ToastText
      text="Task updated successfully! ✅"
      action={
        at !== undefined && (
          <Button size="sm" onClick={undo}>
            Undo
          </Button>
        )
      }
    />
  );
}
