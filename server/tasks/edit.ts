import type { Kysely, Transaction } from "kysely";
import type { Database, UserRow } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { notFound } from "#server/http/errors.ts";
import { etagOf, mayChange } from "./etag.ts";
import { findTask, findTaskDetail, type SavedTask, updateTask } from "./queries.ts";
import { chosenValues } from "./values.ts";

interface Edit {
  id: string;
  body: unknown;
  /** The `If-Match` header. */
  ifMatch: string | undefined;
  user: UserRow;
  now: Date;
}

/** The task as it is now; `saved` is false when it is no longer what the edit was meant for. */
export interface Edited {
  saved: boolean;
  task: SavedTask;
}

/**
 * Edits a task, provided it is still as the caller knows it. Throws a 404 when there is none, and
 * what `chosenValues` throws.
 */
export async function editTask(db: Kysely<Database>, edit: Edit): Promise<Edited> {
  for (;;) {
    const edited = await transaction(db, (trx) => attempt(trx, edit));
    if (edited) return edited;
  }
}

/** Undefined when somebody else was quicker: what they wrote has to be looked at first. */
async function attempt(
  trx: Transaction<Database>,
  { id, body, ifMatch, user, now }: Edit,
): Promise<Edited | undefined> {
  const before = await findTask(trx, id);
  if (!before) throw notFound("Task not found");
  const saved = mayChange(ifMatch, etagOf(before));
  const task = saved
    ? await updateTask(trx, before, await chosenValues(trx, body, { task: before, user, now }), now)
    : await findTaskDetail(trx, id);
  return task && { saved, task };
}
