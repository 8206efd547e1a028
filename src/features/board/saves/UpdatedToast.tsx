import { useDispatch, useSelector } from "react-redux";
import type { WithBoard } from "#features/board/moves/boardSelectors.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { UndoToast } from "#ui/UndoToast.tsx";
import { loadUndoSave } from "./loadUndoSave.ts";

/**
 * The toast of a saved task (§8). It offers Undo while the save can be undone.
 *
 * @param etag the version that the save has made
 */
export function UpdatedToast({ id, taskId, etag }: { id: string; taskId: string; etag: string }) {
  const dispatch = useDispatch<StoreDispatch<WithBoard>>();
  const at = useSelector(
    ({ board }: WithBoard) =>
      board.saves.find((save) => save.id === taskId && save.etag === etag && !save.isUndoing)?.at,
  );
  const undo =
    at !== undefined && (() => loadUndoSave(({ undoSave }) => void dispatch(undoSave(at))));
  return <UndoToast id={id} text="Task updated successfully! ✅" onUndo={undo} />;
}
