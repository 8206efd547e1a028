import { useDispatch, useSelector } from "react-redux";
import { startTaskRun } from "#features/jobs/runsApi.ts";
import { countOf } from "#lib/text/formatCount.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { selectIsAdmin } from "#session/sessionSlice.ts";
import { ConfirmDialog } from "#ui/dialog/ConfirmDialog.tsx";

/** Asks before the server deletes tasks (§8). Only admins can restore them. */
export function DeleteTasksDialog({
  ids,
  onClose,
}: {
  ids: readonly string[];
  onClose: () => void;
}) {
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
