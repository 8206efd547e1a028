import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { Task } from "#contract/task.ts";
import { useDeleteTaskMutation } from "#features/tasks/tasksApi.ts";
import { Button } from "#ui/button/Button.tsx";
import { ConfirmDialog } from "#ui/dialog/ConfirmDialog.tsx";
import classes from "./TaskPage.module.css";

/** How a task's screen is left. `replace`: the browser's Back must not lead to the task again. */
export type LeaveTask = (how?: { replace: boolean }) => void;

/** Deletes a task, after a question (§8). */
export function DeleteTask({ id, onLeave }: Pick<Task, "id"> & { onLeave: LeaveTask }) {
  const [deleteTask, { isLoading: isDeleting }] = useDeleteTaskMutation();
  const [isConfirming, setConfirming] = useState(false);

  async function remove() {
    const { error } = await deleteTask(id);
    setConfirming(false);
    // The browser's Back must not lead to the deleted task.
    if (!error) onLeave({ replace: true });
  }
  return (
    <>
      <Button icon={<Trash2 />} className={classes.delete} onClick={() => setConfirming(true)}>
        Delete
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title="Delete task"
          message="Are you sure you want to delete this task? This action cannot be undone."
          confirmLabel="Delete"
          danger
          busy={isDeleting}
          onConfirm={() => void remove()}
          onCancel={() => setConfirming(false)}
        />
      )}
    </>
  );
}
