import type { Kysely } from "kysely";
import { checklistOf } from "#contract/checklist.ts";
import type { Task } from "#contract/shapes/task.ts";
import type { ChecklistRow } from "#server/db/schema/tasks.ts";
import type { Database } from "#server/db/schema.ts";

/** The rows of the checklists in these descriptions. A task without one has no row. */
export function checklistRows(tasks: readonly Pick<Task, "id" | "description">[]): ChecklistRow[] {
  return tasks.flatMap(({ id, description }) => {
    const { done, total } = checklistOf(description);
    return total > 0 ? { task_id: id, done, total } : [];
  });
}

/** Stores the progress of the checklist in a task's new description, for the board. */
export async function saveChecklist(
  db: Kysely<Database>,
  task: Pick<Task, "id" | "description">,
): Promise<void> {
  const [row] = checklistRows([task]);
  if (!row) {
    await db.deleteFrom("task_checklists").where("task_id", "=", task.id).execute();
    return;
  }
  const { done, total } = row;
  await db
    .insertInto("task_checklists")
    .values(row)
    .onConflict((conflict) => conflict.column("task_id").doUpdateSet({ done, total }))
    .execute();
}
