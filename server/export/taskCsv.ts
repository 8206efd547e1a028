import { setImmediate as nextTurn } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { setOf, type TaskFieldName } from "#contract/taskFields.ts";
import { batchesOf } from "#server/db/batches.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import { TASK_COLUMNS } from "#server/db/taskColumns.ts";
import { namedLabels, withLabels } from "#server/db/taskLabels.ts";
import { csvLine, EMAIL_HEADING } from "#server/http/csv.ts";

/** The headings of the file's columns, in their order. */
const HEADINGS = {
  id: "ID",
  title: "Title",
  description: "Description",
  status: "Status",
  priority: "Priority",
  assignee_id: "Assignee",
  email: EMAIL_HEADING,
  team_id: "Team",
  due_date: "Due date",
  created_by: "Created by",
  created_at: "Created",
  updated_at: "Updated",
  comments: "Comments",
  labels: "Labels",
} as const satisfies Readonly<Record<TaskFieldName, string>> & Readonly<Record<string, string>>;

const COLUMNS = Object.keys(HEADINGS) as readonly (keyof typeof HEADINGS)[];
export const CSV_COLUMNS = Object.values(HEADINGS);

/** The number of tasks per step. */
const STEP_ROWS = 250;

/** The rows of some tasks, in the order of the ids. */
async function readLines(db: Kysely<Database>, ids: readonly string[]): Promise<string> {
  const rows = await db
    .selectFrom("tasks")
    .leftJoin("users as assignees", "assignees.id", "tasks.assignee_id")
    .leftJoin("users as creators", "creators.id", "tasks.created_by")
    .leftJoin("teams", "teams.id", "tasks.team_id")
    .select([...TASK_COLUMNS, "tasks.updated_at"])
    .select(["assignees.name as assignee_id", "assignees.email as email"])
    .select(["teams.name as team_id", "creators.name as created_by"])
    .select(
      sql<number | string>`(select count(*) from comments where comments.task_id = tasks.id)`.as(
        "comments",
      ),
    )
    .where("tasks.id", "in", valuesIn(db, ids))
    .execute();
  const tasks = rows.map(withLabels);
  const labels = await namedLabels(db, setOf(tasks.flatMap((task) => task.labels)));
  const lines = new Map(
    tasks.map((task) => {
      const own = labels.filter(({ id }) => task.labels.includes(id)).map(({ name }) => name);
      const row = { ...task, labels: own.join("; ") };
      return [row.id, csvLine(COLUMNS.map((column) => row[column]))];
    }),
  );
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
    for (const some of batchesOf(ids, STEP_ROWS)) {
      await nextTurn();
      yield await readLines(db, some);
    }
  }
}
