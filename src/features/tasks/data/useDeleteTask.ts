import type { ReactNode } from "react";
import type { Task } from "#contract/shapes/task.ts";
import { useConfirm } from "#ui/dialog/useConfirm.tsx";
import { useDeleteTaskMutation } from "./tasksApi.ts";

/** Deletes tasks, each after a question (§8): a function that asks, and the open question to render. */
export function useDeleteTask(): [
  ask: (id: Task["id"], onDeleted?: () => void) => void,
  question: ReactNode,
] {
  const [deleteTask] = useDeleteTaskMutation();
  const [ask, question] = useConfirm();
  const askToDelete = (id: Task["id"], onDeleted?: () => void) =>
    ask({
      title: "Delete task",
      message: "Are you sure you want to delete this task? This action cannot be undone.",
      confirmLabel: "Delete",
      danger: true,
      async onConfirm() {
        const { error } = await deleteTask(id);
        return error ? undefined : onDeleted;
      },
    });
  return [askToDelete, question];
}
