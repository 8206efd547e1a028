import type { Kysely } from "kysely";
import type { BoardTask } from "#contract/shapes/board.ts";
import type { TaskSummary } from "#contract/shapes/task.ts";
import type { Database } from "#server/db/schema.ts";
import { FILE_COUNT, SUMMARY_COLUMNS } from "#server/db/taskColumns.ts";
import { withLabels } from "#server/db/taskLabels.ts";

/** The tasks as our app's board shows them: with their progress, the number of their files, and their arrival. */
export const boardTasks = (db: Kysely<Database>) =>
  db
    .selectFrom("tasks")
    .leftJoin("task_checklists as checklist", "checklist.task_id", "tasks.id")
    .select(SUMMARY_COLUMNS)
    .select(["checklist.done", "checklist.total", "tasks.status_changed_at as arrived_at"])
    .select(FILE_COUNT);

type Row = Omit<TaskSummary, "labels"> & {
  labels: string | null;
  done: number | null;
  total: number | null;
  files: number | string | null;
  arrived_at: string;
};

type OnlyInRow = "done" | "total" | "files" | "labels" | "arrived_at";

/** A row of {@link boardTasks} as it is sent. */
export function toBoardTask<T extends Row>(row: T): Omit<T, OnlyInRow> & BoardTask {
  const { done, total, files, arrived_at, ...task } = withLabels(row as Row);
  const card = task as Omit<T, OnlyInRow> & BoardTask;
  return {
    ...card,
    ...(done !== null && total !== null && { checklist: { done, total } }),
    ...(Number(files) > 0 && { files: Number(files) }),
    // Nobody waits for a done task.
    ...(card.status !== "Done" && { arrived_at }),
  };
}
