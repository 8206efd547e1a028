import { Trash2 } from "lucide-react";
import { useDispatch, useSelector } from "react-redux";
import { startTaskRun } from "#features/runs/runsApi.ts";
import { countOf } from "#lib/text/formatCount.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { selectIsAdmin } from "#session/authSlice.ts";
import { Button } from "#ui/button/Button.tsx";
import { useConfirm } from "#ui/dialog/useConfirm.tsx";
import classes from "./DeleteSelected.module.css";

/** Deletes the selected tasks, after a question (§8). Only admins can restore them. */
export function DeleteSelected({ ids }: { ids: readonly string[] }) {
  const dispatch = useDispatch<StoreDispatch>();
  const isAdmin = useSelector(selectIsAdmin);
  const [ask, question] = useConfirm();

  function askToDelete() {
    const what = ids.length === 1 ? "this task" : `these ${countOf(ids.length, "task")}`;
    const after = isAdmin
      ? "You can undo this, and restore deleted tasks from the audit log for 30 days."
      : "This action cannot be undone.";
    ask({
      title: ids.length === 1 ? "Delete task" : `Delete ${countOf(ids.length, "task")}`,
      message: `Are you sure you want to delete ${what}? ${after}`,
      confirmLabel: "Delete",
      danger: true,
      onConfirm: () => void dispatch(startTaskRun({ action: "delete", task_ids: ids.join(",") })),
    });
  }

  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        data-delete
        icon={<Trash2 />}
        className={classes.delete}
        onClick={askToDelete}
      >
        Delete
      </Button>
      {question}
    </>
  );
}
