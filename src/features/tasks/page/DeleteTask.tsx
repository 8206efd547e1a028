import { Trash2 } from "lucide-react";
import type { Task } from "#contract/shapes/task.ts";
import { useDeleteTaskMutation } from "#features/tasks/data/tasksApi.ts";
import { Button } from "#ui/button/Button.tsx";
import { useConfirm } from "#ui/dialog/useConfirm.tsx";
import classes from "./TaskPage.module.css";

/** How a task's screen is left. `replace`: the browser's Back must not lead to the task again. */
export type LeaveTask = (how?: { replace: boolean }) => void;

/** Deletes a task, after a question (§8). */
export function DeleteTask({ id, onLeave }: Pick<Task, "id"> & { onLeave: LeaveTask }) {
  const [deleteTask] = useDeleteTaskMutation();
  const [ask, question] = useConfirm();

  const askToDelete = () =>
    ask({
      title: "Delete task",
      message: "Are you sure you want to delete this task? This action cannot be undone.",
      confirmLabel: "Delete",
      danger: true,
      async onConfirm() {
        const { error } = await deleteTask(id);
        // The browser's Back must not lead to the deleted task.
        return error ? undefined : () => onLeave({ replace: true });
      },
    });
  return (
    <>
      <Button icon={<Trash2 />} className={classes.delete} onClick={askToDelete}>
        Delete
      </Button>
      {question}
    </>
  );
}
