import type { Transaction } from "kysely";
import type { FieldChange } from "#contract/shapes/taskHistory.ts";
import type { TaskStatus } from "#contract/task.ts";
import type { MovedTask } from "#server/db/schema/changes.ts";
import type { TaskRow } from "#server/db/schema/tasks.ts";
import type { Database } from "#server/db/schema.ts";

/**
 * When a task had arrived in the column that its last move took it from. Undefined if that was another
 * column, or an older version of the server recorded the move: then an undo is a move like any other.
 */
export async function formerArrival(
  trx: Transaction<Database>,
  { id, status, status_changed_at }: Pick<TaskRow, "id" | "status" | "status_changed_at">,
  former: TaskStatus,
): Promise<string | undefined> {
  // A task that an undo has put back has the time of the move that once brought it there.
  const changes = await trx
    .selectFrom("changes")
    .select(["fields", "details"])
    .where("subject_id", "=", id)
    .where("kind", "=", "task.changed")
    .where("at", "=", status_changed_at)
    .orderBy("number", "desc")
    .execute();
  const move = changes.find(({ fields }) =>
    (JSON.parse(fields) as FieldChange[]).some(
      ({ field, from, to }) => field === "status" && from === former && to === status,
    ),
  );
  return move && (JSON.parse(move.details) as Partial<MovedTask>).arrived;
}
