import type { MouseEvent } from "react";
import { toast } from "react-hot-toast/headless";
import { useDispatch, useSelector } from "react-redux";
import type { TaskStatus } from "#contract/task.ts";
import type { StoreDispatch } from "#session/extra.ts";
import { Button } from "#ui/Button.tsx";
import type { WithBoard } from "./boardSelectors.ts";
import classes from "./MovedToast.module.css";
import { selectUndoable, undoMove } from "./undoMove.ts";

/**
 * What is said when a move has been made (§8), with Undo for as long as the card stands where that
 * move put it.
 *
 * @param id of the toast, which goes when the move is undone
 */
export function MovedToast({ id, cardId, to }: { id: string; cardId: string; to: TaskStatus }) {
  const dispatch = useDispatch<StoreDispatch<WithBoard>>();
  const undoable = useSelector((state: WithBoard) => selectUndoable(state, cardId, to));
  function undo({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    // The button goes: the focus is the card's.
    currentTarget.blur();
    toast.dismiss(id);
    dispatch(undoMove(undoable));
  }
  return (
    <div className={classes.moved}>
      <span>Task moved to {to}</span>
      {undoable !== undefined && (
        <Button size="sm" className={classes.undo} onClick={undo}>
          Undo
        </Button>
      )}
    </div>
  );
}
