import type { Kysely, Transaction } from "kysely";
import { type AuditContext, isRecorded, record, taskSubject } from "#server/audit/record.ts";
import type { Database } from "#server/db/schema.ts";
import { SAVED_COLUMNS } from "#server/db/taskColumns.ts";
import { transaction } from "#server/db/transaction.ts";
import { conflict, notFound } from "#server/http/errors.ts";
import { searchText } from "#server/search/searchText.ts";
import { findTask, type SavedTask } from "./queries.ts";

/** How long a deleted task can be restored. */
export const KEPT_DAYS = 30;
const KEPT_MS = KEPT_DAYS * 24 * 60 * 60 * 1000;
/** Tasks that one statement of the sweep deletes for good: it stops nobody for long. */
const SWEEP_BATCH = 200;

const COMMENT_COLUMNS = ["id", "task_id", "user_id", "user_name", "comment", "created_at"] as const;

/** Deletes a task. It is kept aside with its comments: see {@link restoreTask}. Throws a 404. */
export async function deleteTask(
  db: Kysely<Database>,
  id: string,
  context: AuditContext,
): Promise<void> {
  await transaction(db, async (trx) => {
    if (await isRecorded(trx, context)) return;
    const task = await findTask(trx, id);
    if (!task) throw notFound("Task not found");
    const { search_text: _derived, ...kept } = task;
    // An earlier task by the same id was deleted, too, if a client made it again with its old key.
    await trx.deleteFrom("deleted_tasks").where("id", "=", id).execute();
    await trx
      .insertInto("deleted_tasks")
      .values({ ...kept, deleted_at: context.at.toISOString() })
      .execute();
    await trx
      .insertInto("deleted_comments")
      .columns(COMMENT_COLUMNS)
      .expression(trx.selectFrom("comments").select(COMMENT_COLUMNS).where("task_id", "=", id))
      .execute();
    await trx.deleteFrom("tasks").where("id", "=", id).execute();
    await record(trx, context, { action: "task.deleted", subject: taskSubject(task) });
  });
}

/** An id that a task referred to, or null if that user or team has been deleted since. */
async function stillThere(
  trx: Transaction<Database>,
  table: "users" | "teams",
  id: string | null,
): Promise<string | null> {
  if (id === null) return null;
  const row = await trx.selectFrom(table).select("id").where("id", "=", id).executeTakeFirst();
  return row?.id ?? null;
}

async function restore(
  trx: Transaction<Database>,
  id: string,
  context: AuditContext,
): Promise<void> {
  const deleted = await trx
    .selectFrom("deleted_tasks")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  if (!deleted) throw notFound(`No task with this id was deleted in the last ${KEPT_DAYS} days`);
  if (await findTask(trx, id)) throw conflict("There is a task with this id");
  const { deleted_at: _at, ...task } = deleted;
  await trx
    .insertInto("tasks")
    .values({
      ...task,
      assignee_id: await stillThere(trx, "users", task.assignee_id),
      team_id: await stillThere(trx, "teams", task.team_id),
      created_by: await stillThere(trx, "users", task.created_by),
      updated_at: context.at.toISOString(),
      version: task.version + 1,
      search_text: searchText(task.title, task.description),
    })
    .execute();
  await trx
    .insertInto("comments")
    .columns(["id", "task_id", "user_name", "comment", "created_at", "user_id"])
    .expression(
      trx
        .selectFrom("deleted_comments as kept")
        .leftJoin("users", "users.id", "kept.user_id")
        .select(["kept.id", "kept.task_id", "kept.user_name", "kept.comment", "kept.created_at"])
        .select("users.id as user_id")
        .where("kept.task_id", "=", id),
    )
    .execute();
  await trx.deleteFrom("deleted_tasks").where("id", "=", id).execute();
  await record(trx, context, { action: "task.restored", subject: taskSubject(task) });
}

/**
 * Brings a deleted task back with its comments. What it referred to and is gone since becomes null.
 * Throws a 404 when no such task is kept.
 */
export async function restoreTask(
  db: Kysely<Database>,
  id: string,
  context: AuditContext,
): Promise<SavedTask> {
  return await transaction(db, async (trx) => {
    if (!(await isRecorded(trx, context))) await restore(trx, id, context);
    const task = trx.selectFrom("tasks").select(SAVED_COLUMNS).where("id", "=", id);
    return await task.executeTakeFirstOrThrow(() => notFound("Task not found"));
  });
}

/** Forgets the tasks that were deleted too long ago to be restored. */
export async function forgetDeletedTasks(db: Kysely<Database>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS).toISOString();
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom("deleted_tasks")
      .where("id", "in", (eb) =>
        eb
          .selectFrom("deleted_tasks")
          .select("id")
          .where("deleted_at", "<", before)
          .orderBy("deleted_at")
          .limit(SWEEP_BATCH),
      )
      .executeTakeFirstOrThrow();
    if (Number(numDeletedRows) < SWEEP_BATCH) return;
  }
}
