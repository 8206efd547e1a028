import type { Kysely, Transaction } from "kysely";
import { type AuditContext, isRecorded, record, taskSubject } from "#server/audit/record.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import { searchText } from "#server/db/searchText.ts";
import { transaction } from "#server/db/transaction.ts";
import { deleteHistory, recordEvent } from "#server/history/recordHistory.ts";
import { conflict, notFound } from "#server/http/errors.ts";
import { saveChecklist } from "./checklists.ts";
import { findSavedTask, findTask, type SavedTask } from "./queries.ts";

/** The number of days for which a deleted task can be restored. */
const RETENTION_DAYS = 30;
const RETENTION_MS = RETENTION_DAYS * 24 * 60 * 60 * 1000;
/** Small, so that one statement of the purge doesn't delay other requests. */
const PURGE_BATCH = 200;

const KEPT_COLUMNS = [
  "id",
  "task_id",
  "user_name",
  "comment",
  "created_at",
  "edited_at",
  "search_text",
] as const;
const COMMENT_COLUMNS = [...KEPT_COLUMNS, "user_id"] as const;

/**
 * Moves a task and its comments to the tables of deleted ones, for {@link restoreTask}. Throws a 404
 * if there is no such task.
 */
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
    // A client that repeats its Idempotency-Key creates a deleted task again, with the same id.
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
    await recordEvent(trx, id, context, "deleted");
    await record(trx, context, { action: "task.deleted", subject: taskSubject(task) });
  });
}

/** The id, or null if that user or team no longer exists. */
async function existingId(
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
  if (!deleted)
    throw notFound(`No task with this id was deleted in the last ${RETENTION_DAYS} days`);
  if (await findTask(trx, id)) throw conflict("There is a task with this id");
  const { deleted_at: _at, ...task } = deleted;
  await trx
    .insertInto("tasks")
    .values({
      ...task,
      assignee_id: await existingId(trx, "users", task.assignee_id),
      team_id: await existingId(trx, "teams", task.team_id),
      created_by: await existingId(trx, "users", task.created_by),
      updated_at: context.at.toISOString(),
      version: task.version + 1,
      search_text: searchText(task.title, task.description),
    })
    .execute();
  await saveChecklist(trx, task);
  await trx
    .insertInto("comments")
    .columns([...KEPT_COLUMNS, "user_id"])
    .expression(
      trx
        .selectFrom("deleted_comments as kept")
        .leftJoin("users", "users.id", "kept.user_id")
        .select(KEPT_COLUMNS.map((name) => `kept.${name}` as const))
        .select("users.id as user_id")
        .where("kept.task_id", "=", id),
    )
    .execute();
  await trx.deleteFrom("deleted_tasks").where("id", "=", id).execute();
  await recordEvent(trx, id, context, "restored");
  await record(trx, context, { action: "task.restored", subject: taskSubject(task) });
}

/**
 * Restores a deleted task with its comments. References to users and teams that no longer exist become
 * null. Throws a 404 if there is no such deleted task.
 */
export async function restoreTask(
  db: Kysely<Database>,
  id: string,
  context: AuditContext,
): Promise<SavedTask> {
  return await transaction(db, async (trx) => {
    if (!(await isRecorded(trx, context))) await restore(trx, id, context);
    return await findSavedTask(trx, id);
  });
}

/** Purges the tasks that were deleted too long ago to be restored. */
export async function purgeDeletedTasks(db: Kysely<Database>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RETENTION_MS).toISOString();
  for (;;) {
    const purged = await transaction(db, async (trx) => {
      const rows = await trx
        .selectFrom("deleted_tasks")
        .select("id")
        .where("deleted_at", "<", before)
        .orderBy("deleted_at")
        .limit(PURGE_BATCH)
        .execute();
      const ids = rows.map(({ id }) => id);
      if (ids.length === 0) return 0;
      await deleteHistory(trx, ids);
      await trx.deleteFrom("deleted_tasks").where("id", "in", valuesIn(trx, ids)).execute();
      return ids.length;
    });
    if (purged < PURGE_BATCH) return;
  }
}
