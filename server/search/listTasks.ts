import type { Kysely } from "kysely";
import type { Task } from "#contract/task.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import { TASK_COLUMNS } from "#server/db/taskColumns.ts";
import { type Condition, matches, type TaskFilters } from "./filters.ts";

/** The part of the result that a page shows. */
export interface PageWindow {
  offset: number;
  limit: number;
}

/** The number of matching tasks. With `atLeast`, more tasks match than were counted. */
export interface MatchCount {
  total: number;
  atLeast?: true;
}

/** A page of tasks, with the total number of matches. */
export interface FoundTasks extends MatchCount {
  tasks: Task[];
}

/** A page of the tasks that match the filters, newest first. Counts up to `countMax` tasks. */
export async function listTasks(
  db: Kysely<Database>,
  filters: TaskFilters,
  { offset, limit }: PageWindow,
  today: string,
  countMax: number,
): Promise<FoundTasks> {
  const matching = db.selectFrom("tasks").where(matches(filters, today));
  const ids = matching.select("id").orderBy("created_at", "desc").orderBy("id");
  const tasks =
    offset < countMax
      ? await readNewestFirst(db, (eb) => eb("id", "in", ids.limit(limit).offset(offset)))
      : [];
  if (offset === 0 && tasks.length < limit) return { tasks, total: tasks.length };
  const { count } = await db
    .selectFrom(
      matching
        .select("status")
        .limit(countMax + 1)
        .as("matching"),
    )
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  // PostgreSQL sends counts as text.
  const total = Number(count);
  return total > countMax ? { tasks, total: countMax, atLeast: true } : { tasks, total };
}

/** The tasks with these ids, newest first. */
export async function tasksById(db: Kysely<Database>, ids: readonly string[]): Promise<Task[]> {
  if (ids.length === 0) return [];
  return await readNewestFirst(db, (eb) => eb("id", "in", valuesIn(db, ids)));
}

async function readNewestFirst(db: Kysely<Database>, condition: Condition): Promise<Task[]> {
  return await db
    .selectFrom("tasks")
    .select(TASK_COLUMNS)
    .where(condition)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
}
