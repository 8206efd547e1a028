import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { TaskRunFields } from "#contract/run.ts";
import type { SavedTask, TaskDetail } from "#contract/shapes/task.ts";
import {
  isSameValue,
  isSet,
  type SingleFieldValues,
  setDifference,
  TASK_FIELD_NAMES,
  type TaskFieldName,
  type TaskFieldValues,
} from "#contract/taskFields.ts";
import { valuesIn } from "#server/db/dialect.ts";
import { type Param, prepared } from "#server/db/postgres/prepared.ts";
import type { TaskRow } from "#server/db/schema/tasks.ts";
import type { Database } from "#server/db/schema.ts";
import { FILE_COUNT, SAVED_COLUMNS, SUMMARY_COLUMNS } from "#server/db/taskColumns.ts";
import { labelsOf, withLabels, writeLabels } from "#server/db/taskLabels.ts";
import { searchText } from "#server/db/text/searchText.ts";
import { notFound } from "#server/refusals.ts";
import { isOverdue } from "#server/search/filters.ts";
import { saveChecklist } from "./checklists.ts";
import { DESCRIPTION_SIZE, type SummaryWithSize } from "./descriptions.ts";

/** A task with the names of its people and its team. Throws a 404 if there is no such task. */
export async function findTaskDetail(db: Kysely<Database>, id: string): Promise<TaskDetail> {
  const row = await db
    .selectFrom("tasks")
    .leftJoin("users as assignees", "assignees.id", "tasks.assignee_id")
    .leftJoin("users as creators", "creators.id", "tasks.created_by")
    .leftJoin("teams", "teams.id", "tasks.team_id")
    .select(SAVED_COLUMNS)
    .select(["tasks.updated_at", "tasks.created_by", FILE_COUNT])
    .select([
      "assignees.name as assignee_name",
      "creators.name as created_by_name",
      "teams.name as team_name",
    ])
    .where("tasks.id", "=", id)
    .executeTakeFirstOrThrow(() => notFound("Task not found"));
  return { ...withLabels(row), files: Number(row.files) };
}

const readTask = prepared((db, param: Param<{ id: string }>) =>
  db.selectFrom("tasks").selectAll().select(labelsOf("tasks")).where("id", "=", param("id")),
);

export async function findTask(db: Kysely<Database>, id: string): Promise<TaskRow | undefined> {
  const [row] = await readTask(db, { id });
  return row && withLabels(row);
}

export async function findTasks(db: Kysely<Database>, ids: readonly string[]): Promise<TaskRow[]> {
  const rows = await db
    .selectFrom("tasks")
    .selectAll()
    .select(labelsOf("tasks"))
    .where("id", "in", valuesIn(db, ids))
    .execute();
  return rows.map(withLabels);
}

/** Reads a task. Throws a 404 if there is no such task. */
export async function findSavedTask(db: Kysely<Database>, id: string): Promise<SavedTask> {
  const row = await db
    .selectFrom("tasks")
    .select(SAVED_COLUMNS)
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => notFound("Task not found"));
  return withLabels(row);
}

/** Overdue tasks, the longest overdue first. */
export async function overdueTasks(
  db: Kysely<Database>,
  today: string,
  limit: number,
): Promise<SummaryWithSize[]> {
  const rows = await db
    .selectFrom("tasks")
    .select(SUMMARY_COLUMNS)
    .select(DESCRIPTION_SIZE)
    .where(isOverdue(today))
    .orderBy("due_date")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(withLabels);
}

/** Inserts a task. */
export async function insertTask(
  db: Kysely<Database>,
  { labels = [], ...values }: TaskFieldValues,
  createdBy: string,
  now: Date,
  id: string = randomUUID(),
): Promise<SavedTask> {
  const at = now.toISOString();
  // First, so that the row that is returned has them.
  await writeLabels(db, [id], { add: labels, remove: [] });
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
    .returning(SAVED_COLUMNS)
    .executeTakeFirstOrThrow();
  if (values.description) await saveChecklist(db, written);
  return withLabels(written);
}

/** The fields in which values differ from a task's. */
const changedFields = (task: TaskRow, values: TaskFieldValues): TaskFieldName[] =>
  TASK_FIELD_NAMES.filter((name) => !isSameValue(task[name], values[name]));

export const isUnchanged = (task: TaskRow, values: TaskFieldValues) =>
  changedFields(task, values).length === 0;

type Written = SingleFieldValues &
  Pick<TaskRow, "id" | "version" | "updated_at" | "status_changed_at" | "search_text">;

const writeOf = (fields: readonly string[]) =>
  prepared((db, param: Param<Written>) =>
    db
      .updateTable("tasks")
      .set((eb) => ({
        ...Object.fromEntries(fields.map((name) => [name, param(name as keyof Written)])),
        version: eb("version", "+", 1),
      }))
      .where("id", "=", param("id"))
      .where("version", "=", param("version"))
      .returning(SAVED_COLUMNS),
  );

/** The statements that write some fields of a task. A move is frequent, and compiling takes longer than writing. */
const writes = new Map<string, ReturnType<typeof writeOf>>();

/**
 * Updates a task that was read in the same transaction. It moves to the top of its column only if its
 * status changes, or to its place among those that arrived at `arrived`. If no value changes, its version stays the same. Throws if the task has changed
 * since it was read.
 */
export async function updateTask(
  db: Kysely<Database>,
  task: TaskRow,
  values: TaskFieldValues,
  now: Date,
  { arrived }: { arrived?: string | undefined } = {},
): Promise<SavedTask> {
  const changed = changedFields(task, values);
  if (changed.length === 0) return await findSavedTask(db, task.id);
  const at = now.toISOString();
  const hasText = changed.some((name) => name === "title" || name === "description");
  const fields = [
    ...changed.filter((name) => !isSet(name)),
    "updated_at",
    ...(changed.includes("status") ? ["status_changed_at"] : []),
    ...(hasText ? ["search_text"] : []),
  ];
  const key = fields.join();
  const write = writes.get(key) ?? writeOf(fields);
  writes.set(key, write);
  const { id, version } = task;
  const { labels = task.labels, ...single } = values;
  await writeLabels(db, [id], setDifference(task.labels, labels));
  const search_text = hasText ? searchText(values.title, values.description) : task.search_text;
  const times = { updated_at: at, status_changed_at: arrived ?? at };
  const [written] = await write(db, { ...single, ...times, id, version, search_text });
  if (!written) throw new Error("The task has changed since it was read");
  if (changed.includes("description")) await saveChecklist(db, written);
  return withLabels(written);
}

/** Sets fields of tasks, which were read in the same transaction, to the same values. See {@link updateTask}. */
export async function updateTasks(
  db: Kysely<Database>,
  ids: readonly string[],
  { labels, ...fields }: TaskRunFields,
  now: Date,
): Promise<SavedTask[]> {
  const at = now.toISOString();
  if (labels) await writeLabels(db, ids, labels);
  const rows = await db
    .updateTable("tasks")
    .set((eb) => ({
      ...fields,
      updated_at: at,
      version: eb("version", "+", 1),
      ...(fields.status !== undefined && {
        status_changed_at: eb
          .case()
          .when("status", "=", fields.status)
          .then(eb.ref("status_changed_at"))
          .else(at)
          .end(),
      }),
    }))
    .where("id", "in", valuesIn(db, ids))
    .returning(SAVED_COLUMNS)
    .execute();
  return rows.map(withLabels);
}
