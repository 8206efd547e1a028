import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useDispatch, useSelector } from "react-redux";
import { startTaskRun } from "#features/runs/runsApi.ts";
import { countOf } from "#lib/text/formatCount.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { selectIsAdmin } from "#session/sessionSlice.ts";
import { Button } from "#ui/button/Button.tsx";
import { ConfirmDialog } from "#ui/dialog/ConfirmDialog.tsx";
import classes from "./DeleteSelected.module.css";

interface DeleteSelectedProps {
  ids: readonly string[];
}

/** Deletes the selected tasks. */
export function DeleteSelected({ ids }: DeleteSelectedProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        icon={<Trash2 />}
        className={classes.delete}
        onClick={() => setAsking(true)}
      >
        Delete
      </Button>
      {isAsking && <DeleteSelectedDialog ids={ids} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Asks before the server deletes tasks (§8). Only admins can restore them. */
function DeleteSelectedDialog({ ids, onClose }: DeleteSelectedProps & { onClose: () => void }) {
  const dispatch = useDispatch<StoreDispatch>();
  const isAdmin = useSelector(selectIsAdmin);
  const what = ids.length === 1 ? "this task" : `these ${countOf(ids.length, "task")}`;
  const after = isAdmin
    ? "You can undo this, and restore deleted tasks from the audit log for 30 days."
    : "This action cannot be undone.";

  function remove() {
    onClose();
    void dispatch(startTaskRun({ action: "delete", task_ids: ids.join(",") }));
  }

  return (
    <ConfirmDialog
      title={ids.length === 1 ? "Delete task" : `Delete ${countOf(ids.length, "task")}`}
      message={`Are you sure you want to delete ${what}? ${after}`}
      confirmLabel="Delete"
      danger
      onConfirm={remove}
      onCancel={onClose}
    />
  );
}
