import { setImmediate as nextTurn } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { valuesIn } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import { csvLine } from "#server/http/csv.ts";

/** The columns of the file, in their order. */
export const CSV_COLUMNS = [
  "ID",
  "Title",
  "Description",
  "Status",
  "Priority",
  "Assignee",
  "Assignee e-mail",
  "Team",
  "Due date",
  "Created by",
  "Created",
  "Updated",
  "Comments",
] as const;

/** The number of tasks per step. */
const STEP_ROWS = 250;

/** The rows of some tasks, in the order of the ids. */
async function readLines(db: Kysely<Database>, ids: readonly string[]): Promise<string> {
  const rows = await db
    .selectFrom("tasks")
    .leftJoin("users as assignees", "assignees.id", "tasks.assignee_id")
    .leftJoin("users as creators", "creators.id", "tasks.created_by")
    .leftJoin("teams", "teams.id", "tasks.team_id")
    .select(["tasks.id", "tasks.title", "tasks.description", "tasks.status", "tasks.priority"])
    .select(["assignees.name as assignee", "assignees.email as email", "teams.name as team"])
    .select(["tasks.due_date", "creators.name as creator"])
    .select(["tasks.created_at", "tasks.updated_at"])
    .select(
      sql<number | string>`(select count(*) from comments where comments.task_id = tasks.id)`.as(
        "comments",
      ),
    )
    .where("tasks.id", "in", valuesIn(db, ids))
    .execute();
  const lines = new Map(rows.map((row) => [row.id, csvLine(Object.values(row))]));
  return ids.map((id) => lines.get(id) ?? "").join("");
}

/**
 * Tasks as CSV text, in pieces: UTF-8 with a byte order mark, which Excel needs to recognise it, and
 * lines that end with CRLF.
 *
 * @param batches the ids of the tasks in their order
 */
export async function* taskCsv(
  db: Kysely<Database>,
  batches: AsyncIterable<readonly string[]>,
): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(CSV_COLUMNS)}`;
  for await (const ids of batches) {
    for (let from = 0; from < ids.length; from += STEP_ROWS) {
      await nextTurn();
      yield await readLines(db, ids.slice(from, from + STEP_ROWS));
    }
  }
}
