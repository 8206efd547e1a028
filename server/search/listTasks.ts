import type { Kysely } from "kysely";
import type { Task } from "#contract/task.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import { TASK_COLUMNS } from "#server/db/taskColumns.ts";
import { type Condition, matches, type TaskFilters } from "./filters.ts";

/**
 * One page of the tasks that pass the filters, newest first, and how many pass: `atLeast` that many
 * when they are more than are counted.
 */
export async function listTasks(
  db: Kysely<Database>,
  filters: TaskFilters,
  { offset, limit }: { offset: number; limit: number },
  today: string,
  countMax: number,
): Promise<{ tasks: Task[]; total: number; atLeast?: true }> {
  const passing = db.selectFrom("tasks").where(matches(filters, today));
  const ids = passing.select("id").orderBy("created_at", "desc").orderBy("id");
  const tasks =
    offset < countMax
      ? await inOrder(db, (eb) => eb("id", "in", ids.limit(limit).offset(offset)))
      : [];
  if (offset === 0 && tasks.length < limit) return { tasks, total: tasks.length };
  const { count } = await db
    .selectFrom(
      passing
        .select("status")
        .limit(countMax + 1)
        .as("passing"),
    )
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  // PostgreSQL sends counts as text.
  const total = Number(count);
  return total > countMax ? { tasks, total: countMax, atLeast: true } : { tasks, total };
}

/** Tasks by their ids, newest first. */
export async function tasksOf(db: Kysely<Database>, ids: readonly string[]): Promise<Task[]> {
  if (ids.length === 0) return [];
  return await inOrder(db, (eb) => eb("id", "in", valuesIn(db, ids)));
}

async function inOrder(db: Kysely<Database>, which: Condition): Promise<Task[]> {
  return await db
    .selectFrom("tasks")
    .select(TASK_COLUMNS)
    .where(which)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
}
