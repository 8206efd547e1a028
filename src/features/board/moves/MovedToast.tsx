import type { MouseEvent } from "react";
import { toast } from "react-hot-toast/headless";
import { useDispatch, useSelector } from "react-redux";
import type { TaskStatus } from "#contract/task.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { Button } from "#ui/Button.tsx";
import type { WithBoard } from "./boardSelectors.ts";
import classes from "./MovedToast.module.css";
import { selectUndoable, undoMove } from "./undoMove.ts";

/**
 * The toast of a successful move (§8). It offers Undo while the card is still in that column.
 *
 * @param id of the toast, which Undo dismisses
 */
export function MovedToast({ id, cardId, to }: { id: string; cardId: string; to: TaskStatus }) {
  const dispatch = useDispatch<StoreDispatch<WithBoard>>();
  const undoable = useSelector((state: WithBoard) => selectUndoable(state, cardId, to));
  function undo({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    // Blurs the button before the toast closes, so that the card can take the focus.
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
