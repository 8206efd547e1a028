import { randomUUID } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import type { SavedTask } from "#contract/task.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { dueChangedFor } from "#server/changes/dueChanged.ts";
import { requireRoom } from "#server/changes/entryLimit.ts";
import { findNamed } from "#server/changes/fieldChanges.ts";
import { forgetTasks, isRecorded, record, taskSubject } from "#server/changes/record.ts";
import { valuesIn } from "#server/db/dialect.ts";
import { inTransactions } from "#server/db/inTransactions.ts";
import type { Database, TaskRow } from "#server/db/schema.ts";
import { searchText } from "#server/db/text/searchText.ts";
import { fitting } from "#server/http/bounds.ts";
import { conflict, notFound } from "#server/refusals.ts";
import { saveChecklist } from "./checklists.ts";
import { moveComments, purgeComments, returnAbandonedComments } from "./movedComments.ts";
import { findSavedTask, findTask } from "./queries.ts";

/** The number of days for which a deleted task can be restored. */
const RETENTION_DAYS = 30;
const RETENTION_MS = RETENTION_DAYS * 24 * 60 * 60 * 1000;
/** The number of tasks that a transaction purges, and the bytes of their texts, so that requests wait briefly. */
const TASKS_PURGED = 50;
const BYTES_PURGED = 256 * 1024;

/** Keeps a task for {@link restoreTask}, or a newer state of it. */
async function keepTask(
  trx: Transaction<Database>,
  { search_text: _derived, ...task }: TaskRow,
  at: string,
): Promise<void> {
  // A server of version 0.4 created a deleted task again for a repeat. The former task's comments don't
  // belong to it.
  await trx
    .deleteFrom("deleted_tasks")
    .where("id", "=", task.id)
    .where("comments_moving_since", "is", null)
    .execute();
  const row = { ...task, deleted_at: at, comments_moving_since: at };
  await trx
    .insertInto("deleted_tasks")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
}

/** Moves the next comments of a task, and at last the task. Returns whether there may be more. */
export async function deleteNext(
  trx: Transaction<Database>,
  id: string,
  context: ChangeContext,
): Promise<boolean> {
  if (await isRecorded(trx, context)) return false;
  const task = await findTask(trx, id);
  if (!task) throw notFound("Task not found");
  // Before the first comments move: a later refusal would leave the task without them.
  if (context.runId === undefined) await requireRoom(trx, context, "task.deleted");
  await keepTask(trx, task, context.at.toISOString());
  if (await moveComments(trx, id, "deleted_comments")) return true;
  await trx.deleteFrom("tasks").where("id", "=", id).execute();
  await markMoving(trx, id, null);
  await record(trx, context, { kind: "task.deleted", subject: taskSubject(task) });
  return false;
}

/**
 * Moves a task and its comments to the tables of deleted ones, for {@link restoreTask}: very many
 * comments in several transactions. Throws a 404 if there is no such task.
 */
export async function deleteTask(
  db: Kysely<Database>,
  id: string,
  context: ChangeContext,
): Promise<void> {
  await inTransactions(db, (trx) => deleteNext(trx, id, context));
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
    .where("comments_moving_since", "is", null)
    .execute();
  return new Set(tasks.map(({ id }) => id));
}

async function markMoving(trx: Transaction<Database>, id: string, since: string | null) {
  await trx
    .updateTable("deleted_tasks")
    .set({ comments_moving_since: since })
    .where("id", "=", id)
    .execute();
}

/** Inserts a deleted task again, without its comments. */
async function insertDeleted(
  trx: Transaction<Database>,
  id: string,
  context: ChangeContext,
): Promise<void> {
  const deleted = await trx
    .selectFrom("deleted_tasks")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  if (!deleted)
    throw notFound(`No task with this id was deleted in the last ${RETENTION_DAYS} days`);
  if (await findTask(trx, id)) throw conflict("There is a task with this id");
  const { deleted_at: _at, comments_moving_since: _since, ...task } = deleted;
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
  await saveChecklist(trx, task);
  const dueFor = dueChangedFor(null, restored, context.at);
  await record(trx, context, { kind: "task.restored", subject: taskSubject(task), dueFor });
}

/**
 * Restores a task, and then its comments in steps, which find the first one by the context's `id`. Returns
 * whether there may be more.
 */
export async function restoreNext(
  trx: Transaction<Database>,
  id: string,
  context: ChangeContext & { id: string },
): Promise<boolean> {
  if (!(await isRecorded(trx, context))) {
    await insertDeleted(trx, id, context);
    await markMoving(trx, id, context.at.toISOString());
  }
  const moving = await trx
    .selectFrom("deleted_tasks")
    .select("id")
    .where("id", "=", id)
    .where("comments_moving_since", "is not", null)
    .executeTakeFirst();
  if (!moving) return false;
  if (await moveComments(trx, id, "comments")) return true;
  await trx.deleteFrom("deleted_tasks").where("id", "=", id).execute();
  return false;
}

/**
 * Restores a deleted task with its comments. References to users and teams that no longer exist become
 * null. Throws a 404 if there is no such deleted task.
 */
export async function restoreTask(
  db: Kysely<Database>,
  id: string,
  context: ChangeContext,
): Promise<SavedTask> {
  // Its later steps find what the first one has recorded.
  const known = { id: randomUUID(), ...context };
  await inTransactions(db, (trx) => restoreNext(trx, id, known));
  return await findSavedTask(db, id);
}

/** Purges the next tasks: first their comments and changes. Returns whether there may be more. */
async function purgeNext(trx: Transaction<Database>, before: string): Promise<boolean> {
  const rows = await trx
    .selectFrom("deleted_tasks")
    .select(["id", sql<number>`octet_length(description)`.as("size")])
    .where("deleted_at", "<", before)
    .where("comments_moving_since", "is", null)
    .orderBy("deleted_at")
    .limit(TASKS_PURGED)
    .execute();
  const ids = fitting(rows, ({ size }) => size, BYTES_PURGED).map(({ id }) => id);
  if (ids.length === 0) return false;
  if ((await purgeComments(trx, ids)) || (await forgetTasks(trx, ids))) return true;
  await trx.deleteFrom("deleted_tasks").where("id", "in", valuesIn(trx, ids)).execute();
  return true;
}

/**
 * Purges the tasks that were deleted too long ago to be restored. Tasks that a server has left without
 * some of their comments get them back.
 */
export async function purgeDeletedTasks(db: Kysely<Database>, now: Date): Promise<void> {
  await returnAbandonedComments(db, now);
  const before = new Date(now.getTime() - RETENTION_MS).toISOString();
  await inTransactions(db, (trx) => purgeNext(trx, before));
}
