import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Task, TaskInput } from "#contract/task.ts";
import type { Database, TaskRow } from "#server/db/schema.ts";
import { SAVED_COLUMNS, SUMMARY_COLUMNS } from "#server/db/taskColumns.ts";
import { keyReused } from "#server/http/errors.ts";
import { isOverdue } from "#server/search/filters.ts";
import { searchText } from "#server/search/searchText.ts";
import { DESCRIPTION_SIZE, type Outline } from "./descriptions.ts";

export interface SavedTask extends Task {
  version: number;
}

/** A task as its own page shows it: beyond the contract, the names of those it refers to. */
export interface TaskDetail extends SavedTask {
  updated_at: string;
  created_by: string | null;
  created_by_name: string | null;
  assignee_name: string | null;
  team_name: string | null;
}

/** The values of a task that people choose. */
export type TaskValues = Required<TaskInput>;

/** A task with the names of its people and its team. */
export async function findTaskDetail(
  db: Kysely<Database>,
  id: string,
): Promise<TaskDetail | undefined> {
  return await db
    .selectFrom("tasks")
    .leftJoin("users as assignees", "assignees.id", "tasks.assignee_id")
    .leftJoin("users as creators", "creators.id", "tasks.created_by")
    .leftJoin("teams", "teams.id", "tasks.team_id")
    .select(SAVED_COLUMNS)
    .select(["tasks.updated_at", "tasks.created_by"])
    .select([
      "assignees.name as assignee_name",
      "creators.name as created_by_name",
      "teams.name as team_name",
    ])
    .where("tasks.id", "=", id)
    .executeTakeFirst();
}

export async function findTask(db: Kysely<Database>, id: string): Promise<TaskRow | undefined> {
  return await db.selectFrom("tasks").selectAll().where("id", "=", id).executeTakeFirst();
}

/** What is overdue, the longest overdue first. */
export async function overdueTasks(
  db: Kysely<Database>,
  today: string,
  limit: number,
): Promise<Outline[]> {
  return await db
    .selectFrom("tasks")
    .select(SUMMARY_COLUMNS)
    .select(DESCRIPTION_SIZE)
    .where(isOverdue(today))
    .orderBy("due_date")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/**
 * Writes a new task; if there is one by this id, it has been written before, and is left alone.
 * Throws a 422 when it was written with other values, as far as it hasn't been changed since.
 */
export async function insertTask(
  db: Kysely<Database>,
  values: TaskValues,
  createdBy: string,
  now: Date,
  id: string = randomUUID(),
): Promise<SavedTask> {
  const at = now.toISOString();
  const written = await db
    .insertInto("tasks")
    .values({
      ...values,
      id,
      created_by: createdBy,
      created_at: at,
      updated_at: at,
      status_changed_at: at,
      search_text: searchText(values.title, values.description),
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning(SAVED_COLUMNS)
    .executeTakeFirst();
  if (written) return written;
  const before = await findTask(db, id);
  if (!before || (before.version === 1 && !isUnchanged(before, values))) throw keyReused();
  return await db
    .selectFrom("tasks")
    .select(SAVED_COLUMNS)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

async function findVersion(db: Kysely<Database>, { id, version }: TaskRow) {
  return await db
    .selectFrom("tasks")
    .select(SAVED_COLUMNS)
    .where("id", "=", id)
    .where("version", "=", version)
    .executeTakeFirst();
}

const isUnchanged = (task: TaskRow, values: TaskValues) =>
  Object.entries(values).every(([name, value]) => task[name as keyof TaskValues] === value);

/**
 * Writes a task anew; it moves to the top of its column only if its status changes. Values that
 * are the task's already leave it at its version. Undefined when the task is no longer as it was
 * read: somebody else has written it since, or deleted it.
 */
export async function updateTask(
  db: Kysely<Database>,
  task: TaskRow,
  values: TaskValues,
  now: Date,
): Promise<SavedTask | undefined> {
  if (isUnchanged(task, values)) return await findVersion(db, task);
  const at = now.toISOString();
  return await db
    .updateTable("tasks")
    .set((eb) => ({
      ...values,
      updated_at: at,
      status_changed_at: values.status === task.status ? task.status_changed_at : at,
      search_text: searchText(values.title, values.description),
      version: eb("version", "+", 1),
    }))
    .where("id", "=", task.id)
    .where("version", "=", task.version)
    .returning(SAVED_COLUMNS)
    .executeTakeFirst();
}
