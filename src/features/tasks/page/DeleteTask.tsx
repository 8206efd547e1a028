import { Trash2 } from "lucide-react";
import type { Task } from "#contract/shapes/task.ts";
import { useDeleteTask } from "#features/tasks/data/useDeleteTask.ts";
import { Button } from "#ui/button/Button.tsx";
import classes from "./TaskPage.module.css";

/** How a task's screen is left. `replace`: the browser's Back must not lead to the task again. */
export type LeaveTask = (how?: { replace: boolean }) => void;

/** Deletes a task, after a question (§8). */
export function DeleteTask({ id, onLeave }: Pick<Task, "id"> & { onLeave: LeaveTask }) {
  const [ask, question] = useDeleteTask();
  return (
    <>
      <Button
        icon={<Trash2 />}
        className={classes.delete}
        // The browser's Back must not lead to the deleted task.
        onClick={() => ask(id, () => onLeave({ replace: true }))}
      >
        Delete
      </Button>
      {question}
    </>
  );
}
