import type { Kysely } from "kysely";
import type { BoardTask } from "#contract/shapes/board.ts";
import type { TaskSummary } from "#contract/shapes/task.ts";
import type { Database } from "#server/db/schema.ts";
import { SUMMARY_COLUMNS } from "#server/db/taskColumns.ts";

/** The tasks as our app's board shows them, with the progress of their checklists. */
export const boardTasks = (db: Kysely<Database>) =>
  db
    .selectFrom("tasks")
    .leftJoin("task_checklists as checklist", "checklist.task_id", "tasks.id")
    .select(SUMMARY_COLUMNS)
    .select(["checklist.done", "checklist.total"]);

type Row = TaskSummary & { done: number | null; total: number | null };

/** A row of {@link boardTasks} as it is sent. */
export function toBoardTask<T extends Row>({
  done,
  total,
  ...task
}: T): Omit<T, "done" | "total"> & BoardTask {
  return done === null || total === null ? task : { ...task, checklist: { done, total } };
}
