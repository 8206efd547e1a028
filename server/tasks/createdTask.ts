import type { Transaction } from "kysely";
import type { SavedTask } from "#contract/task.ts";
import type { Database, UserRow } from "#server/db/schema.ts";
import { keyReused, notFound } from "#server/http/errors.ts";
import { findSavedTask, findTask, isUnchanged } from "./queries.ts";
import { chosenValues } from "./values.ts";

/**
 * The task that an earlier attempt of a request has created. Throws a 404 if it was deleted since, and a
 * 422 if that attempt had other values, which is unknown once the task has been changed.
 */
export async function findCreatedTask(
  trx: Transaction<Database>,
  id: string,
  { body, user, now }: { body: unknown; user: UserRow; now: Date },
): Promise<SavedTask> {
  const task = await findTask(trx, id);
  if (!task) throw notFound("Task not found");
  if (task.version === 1) {
    const values = await chosenValues(trx, body, { task, user, now });
    if (!isUnchanged(task, values)) throw keyReused();
  }
  return await findSavedTask(trx, id);
}
