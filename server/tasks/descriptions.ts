import { type Kysely, sql } from "kysely";
import type { Task, TaskSummary } from "#contract/shapes/task.ts";
import { DESCRIPTION_PREVIEW } from "#contract/task.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import { fitting, jsonBytes, TEXT_MAX_BYTES } from "#server/http/bounds.ts";

/**
 * A task with the size of its description in bytes, which databases know without reading the text.
 */
export interface SummaryWithSize extends TaskSummary {
  size: number;
}

export const DESCRIPTION_SIZE = sql<number>`octet_length(tasks.description)`.as("size");

/** Tasks with their descriptions. `cut` is true if a description was shortened or left out. */
interface Described<T extends Task = Task> {
  tasks: T[];
  cut: boolean;
}

/**
 * Once a response is full, shortens further descriptions to `keep` characters. The default is more
 * than a list shows.
 */
export function cutDescriptions<T extends Task>(
  tasks: readonly T[],
  keep = DESCRIPTION_PREVIEW + 1,
): Described<T> {
  let left = TEXT_MAX_BYTES;
  let cut = false;
  const fit = (task: T): T => {
    left -= jsonBytes(task.description);
    if (left >= 0 || task.description.length <= keep) return task;
    cut = true;
    // By characters, so that no emoji is cut in half.
    const first = Array.from(task.description.slice(0, 2 * keep)).slice(0, keep);
    return { ...task, description: first.join("").toWellFormed() };
  };
  return { tasks: tasks.map(fit), cut };
}

/**
 * Reads the descriptions of the first tasks, as many as fit into a response. The others are empty:
 * with very many tasks, not even shortened descriptions would fit.
 */
export async function readDescriptions(
  db: Kysely<Database>,
  summaries: readonly SummaryWithSize[],
): Promise<Described> {
  const read = fitting(summaries, ({ size }) => size, TEXT_MAX_BYTES);
  const ids = read.flatMap(({ id, size }) => (size > 0 ? id : []));
  const rows = await db
    .selectFrom("tasks")
    .select(["id", "description"])
    .where("id", "in", valuesIn(db, ids))
    .execute();
  const byId = new Map(rows.map(({ id, description }) => [id, description]));
  const tasks = summaries.map(({ size: _size, ...card }) => ({
    ...card,
    description: byId.get(card.id) ?? "",
  }));
  const described = cutDescriptions(tasks, 0);
  const unread = summaries.slice(read.length).some(({ size }) => size > 0);
  return { tasks: described.tasks, cut: described.cut || unread };
}
