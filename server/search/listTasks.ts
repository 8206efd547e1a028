import type { Kysely } from "kysely";
import type { ListedTask } from "#contract/shapes/task.ts";
import { countRows } from "#server/db/countRows.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import { TASK_COLUMNS } from "#server/db/taskColumns.ts";
import { withLabels } from "#server/db/taskLabels.ts";
import { type Condition, matches } from "./filters.ts";
import { orderOf, orderWithoutIndex, type Part, partsOf, type TaskList } from "./listOrder.ts";

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

/** The ids of a page, and how many tasks match in total. */
export interface FoundIds extends MatchCount {
  ids: string[];
}

/** A page of tasks, with the total number of matches. */
export interface FoundTasks extends MatchCount {
  tasks: ListedTask[];
}

/** A number of matching tasks, of which at most `countMax` are counted. */
export const counted = (total: number, countMax: number): MatchCount =>
  total > countMax ? { total: countMax, atLeast: true } : { total };

/** Counts up to `countMax` of the tasks that match the filters. */
export async function countMatches(
  db: Kysely<Database>,
  { filters, today }: TaskList,
  countMax: number,
): Promise<MatchCount> {
  const matching = db.selectFrom("tasks").where(matches(filters, today)).select("status");
  return counted(await countRows(db, matching.limit(countMax + 1)), countMax);
}

/** A page of a list whose order an index has. Counts up to `countMax` tasks. */
export async function readIndexedPage(
  db: Kysely<Database>,
  list: TaskList,
  { offset, limit }: PageWindow,
  countMax: number,
): Promise<FoundIds> {
  const [part] = partsOf(list, true);
  const rows =
    part && offset < countMax
      ? await db
          .selectFrom("tasks")
          .where(matches(list.filters, list.today))
          .select("id")
          .orderBy(orderOf(part))
          .limit(limit)
          .offset(offset)
          .execute()
      : [];
  const ids = rows.map(({ id }) => id);
  if (offset === 0 && ids.length < Math.min(limit, countMax)) return { ids, total: ids.length };
  return { ids, ...(await countMatches(db, list, countMax)) };
}

/**
 * The ids of a page of tasks that the database sorts. Use it only if at most `countMax` tasks
 * match.
 *
 * @param some the condition that selects the tasks, by an index
 */
export async function sortSome(
  db: Kysely<Database>,
  some: Condition,
  parts: readonly Part[],
  { offset, limit }: PageWindow,
): Promise<string[]> {
  const ids: string[] = [];
  for (const part of parts) {
    const missing = offset + limit - ids.length;
    if (missing <= 0) break;
    const rows = await db
      .selectFrom("tasks")
      .where(some)
      .where(part.condition)
      .select("id")
      .orderBy(orderWithoutIndex(part))
      .limit(missing)
      .execute();
    for (const { id } of rows) ids.push(id);
  }
  return ids.slice(offset);
}

/** The tasks with these ids, in their order. */
export async function tasksById(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ListedTask[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("tasks")
    .select([...TASK_COLUMNS, "updated_at"])
    .where("id", "in", valuesIn(db, ids))
    .execute();
  const byId = new Map(rows.map((task) => [task.id, withLabels(task)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
