import type { Kysely } from "kysely";
import type { NamedRecord } from "#contract/id.ts";
import type { SavedTask, TaskDetail } from "#contract/task.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { findRecorded, recordEdit, requireSameChoices } from "#server/changes/record.ts";
import type { Database, UserRow } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { findLastChanger } from "#server/history/queries.ts";
import { notFound } from "#server/http/errors.ts";
import { etagOf, mayChange } from "./etag.ts";
import { findSavedTask, findTask, findTaskDetail, updateTask } from "./queries.ts";
import type { patchedValues } from "./values.ts";

interface Edit {
  id: string;
  body: unknown;
  /** The values to save: those of the whole form, or of some fields. */
  valuesOf: typeof patchedValues;
  /** The `If-Match` header. */
  ifMatch: string | undefined;
  user: UserRow;
  context: ChangeContext;
}

/** The current task. `saved` is false if `If-Match` has another version, written by `changedBy`. */
export type EditResult =
  | { saved: true; task: SavedTask }
  | { saved: false; task: TaskDetail; changedBy: NamedRecord | null };

/**
 * Edits a task if `If-Match` allows it. Throws a 404 if there is no such task, and the errors of
 * `valuesOf`.
 */
export async function editTask(
  db: Kysely<Database>,
  { id, body, valuesOf, ifMatch, user, context }: Edit,
): Promise<EditResult> {
  const { at: now } = context;
  return await transaction(db, async (trx) => {
    const before = await findTask(trx, id);
    if (!before) throw notFound("Task not found");
    const earlier = await findRecorded(trx, context);
    if (earlier) {
      requireSameChoices(earlier, Object(body) as object);
      return { saved: true, task: await findSavedTask(trx, id) };
    }
    if (!mayChange(ifMatch, etagOf(before))) {
      const task = await findTaskDetail(trx, id);
      return { saved: false, task, changedBy: await findLastChanger(trx, task) };
    }
    const values = await valuesOf(trx, body, { task: before, user, now });
    const task = await updateTask(trx, before, values, now);
    await recordEdit(trx, before, task, context);
    return { saved: true, task };
  });
}
