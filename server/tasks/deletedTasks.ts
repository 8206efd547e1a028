import { type Kysely, sql, type Transaction } from "kysely";
import type { SavedTask } from "#contract/shapes/task.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { dueChangedFor } from "#server/changes/dueChanged.ts";
import { isRecorded } from "#server/changes/earlierAttempt.ts";
import { findNamed } from "#server/changes/fieldChanges.ts";
import { forgetChanges, record, taskSubject } from "#server/changes/record.ts";
import { valuesIn } from "#server/db/dialect.ts";
import { inTransactions } from "#server/db/inTransactions.ts";
import type { Database } from "#server/db/schema.ts";
import { searchText } from "#server/db/text/searchText.ts";
import { transaction } from "#server/db/transaction.ts";
import { fitting } from "#server/http/bounds.ts";
import { conflict, notFound } from "#server/refusals.ts";
import { saveChecklist } from "./checklists.ts";
import { findSavedTask, findTask } from "./queries.ts";

/** The number of days for which a deleted task can be restored. */
const RETENTION_DAYS = 30;
const RETENTION_MS = RETENTION_DAYS * 24 * 60 * 60 * 1000;
/**
 * The number of tasks and of comments that a transaction purges, and the bytes of their texts, so that
 * requests wait briefly.
 */
const TASKS_PURGED = 50;
export const COMMENTS_PURGED = 2_000;
const BYTES_PURGED = 256 * 1024;

/**
 * Deletes a task, and keeps it for {@link restoreTask}. Its comments stay, where only the restored task
 * shows them. Throws a 404 if there is no such task.
 */
export async function deleteTaskIn(
  trx: Transaction<Database>,
  id: string,
  context: ChangeContext,
): Promise<void> {
  if (await isRecorded(trx, context)) return;
  const found = await findTask(trx, id);
  if (!found) throw notFound("Task not found");
  // The labels stay in their table, as the comments do.
  const { search_text: _derived, labels: _labels, ...task } = found;
  await trx
    .insertInto("deleted_tasks")
    .values({ ...task, deleted_at: context.at.toISOString() })
    .execute();
  await trx.deleteFrom("tasks").where("id", "=", id).execute();
  await record(trx, context, { kind: "task.deleted", subject: taskSubject(task) });
}

/** Deletes a task in a transaction of its own: see {@link deleteTaskIn}. */
export async function deleteTask(
  db: Kysely<Database>,
  id: string,
  context: ChangeContext,
): Promise<void> {
  await transaction(db, (trx) => deleteTaskIn(trx, id, context));
}

/** The version of a deleted task; undefined if there is none. */
export async function deletedVersion(
  trx: Transaction<Database>,
  id: string,
): Promise<number | undefined> {
  const task = await trx
    .selectFrom("deleted_tasks")
    .select("version")
    .where("id", "=", id)
    .executeTakeFirst();
  return task?.version;
}

/** Those of these tasks that were deleted and can be restored. */
export async function restorableTasks(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<Set<string>> {
  const tasks = await db
    .selectFrom("deleted_tasks")
    .select("id")
    .where("id", "in", valuesIn(db, ids))
    .execute();
  return new Set(tasks.map(({ id }) => id));
}

/**
 * Restores a deleted task with its comments. References to users and teams that no longer exist become
 * null. Throws a 404 if there is no such deleted task.
 */
export async function restoreTaskIn(
  trx: Transaction<Database>,
  id: string,
  context: ChangeContext,
): Promise<void> {
  if (await isRecorded(trx, context)) return;
  const deleted = await trx
    .selectFrom("deleted_tasks")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  if (!deleted)
    throw notFound(`No task with this id was deleted in the last ${RETENTION_DAYS} days`);
  if (await findTask(trx, id)) throw conflict("There is a task with this id");
  const { deleted_at: _at, ...task } = deleted;
  const existing = async (table: "users" | "teams", named: string | null) =>
    (await findNamed(trx, table, named))?.id ?? null;
  const restored = await trx
    .insertInto("tasks")
    .values({
      ...task,
      assignee_id: await existing("users", task.assignee_id),
      team_id: await existing("teams", task.team_id),
      created_by: await existing("users", task.created_by),
      updated_at: context.at.toISOString(),
      version: task.version + 1,
      search_text: searchText(task.title, task.description),
    })
    .returning(["assignee_id", "due_date", "status"])
    .executeTakeFirstOrThrow();
  await trx.deleteFrom("deleted_tasks").where("id", "=", id).execute();
  await saveChecklist(trx, task);
  const dueFor = dueChangedFor(null, restored, context.at);
  await record(trx, context, { kind: "task.restored", subject: taskSubject(task), dueFor });
}

/** Restores a deleted task in a transaction of its own: see {@link restoreTaskIn}. */
export async function restoreTask(
  db: Kysely<Database>,
  id: string,
  context: ChangeContext,
): Promise<SavedTask> {
  await transaction(db, (trx) => restoreTaskIn(trx, id, context));
  return await findSavedTask(db, id);
}

/** Purges the next comments of tasks. Returns whether there were any. */
async function purgeComments(
  trx: Transaction<Database>,
  taskIds: readonly string[],
): Promise<boolean> {
  const rows = await trx
    .selectFrom("comments")
    .select(["id", sql<number>`octet_length(comment)`.as("size")])
    .where("task_id", "in", valuesIn(trx, taskIds))
    .where("task_id", "not in", trx.selectFrom("tasks").select("id"))
    .limit(COMMENTS_PURGED)
    .execute();
  const ids = fitting(rows, ({ size }) => size, BYTES_PURGED).map(({ id }) => id);
  await trx.deleteFrom("comments").where("id", "in", valuesIn(trx, ids)).execute();
  return ids.length > 0;
}

/** Purges the next tasks: first their comments and changes. Returns whether there may be more. */
async function purgeNext(trx: Transaction<Database>, before: string): Promise<boolean> {
  const rows = await trx
    .selectFrom("deleted_tasks")
    .select(["id", sql<number>`octet_length(description)`.as("size")])
    .where("deleted_at", "<", before)
    .orderBy("deleted_at")
    .limit(TASKS_PURGED)
    .execute();
  const ids = fitting(rows, ({ size }) => size, BYTES_PURGED).map(({ id }) => id);
  if (ids.length === 0) return false;
  if ((await purgeComments(trx, ids)) || (await forgetChanges(trx, ids))) return true;
  for (const table of ["task_labels", "files"] as const) {
    await trx
      .deleteFrom(table)
      .where("task_id", "in", valuesIn(trx, ids))
      .where("task_id", "not in", trx.selectFrom("tasks").select("id"))
      .execute();
  }
  await trx.deleteFrom("deleted_tasks").where("id", "in", valuesIn(trx, ids)).execute();
  return true;
}

/** Purges the tasks that were deleted too long ago to be restored. */
export async function purgeDeletedTasks(db: Kysely<Database>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RETENTION_MS).toISOString();
  await inTransactions(db, (trx) => purgeNext(trx, before));
}
