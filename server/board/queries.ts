import { type Kysely, type SelectQueryBuilder, sql } from "kysely";
import { COLUMN_MAX, RECENT_DAYS } from "#contract/board.ts";
import type { Cut } from "#contract/bounds.ts";
import type { Board, BoardTask, RecentDone } from "#contract/shapes/board.ts";
import type { Task, TaskSummary } from "#contract/shapes/task.ts";
import { TASK_STATUSES, type TaskStatus } from "#contract/task.ts";
import { DAY_MS } from "#contract/time.ts";
import { named, type Param, prepared } from "#server/db/postgres/prepared.ts";
import type { Database } from "#server/db/schema.ts";
import { SUMMARY_COLUMNS } from "#server/db/taskColumns.ts";
import { withLabels } from "#server/db/taskLabels.ts";
import { fitting, jsonBytes, LIST_MAX_BYTES } from "#server/http/bounds.ts";
import {
  DESCRIPTION_SIZE,
  readDescriptions,
  type SummaryWithSize,
} from "#server/tasks/descriptions.ts";
import { boardTasks, toBoardTask } from "./boardTasks.ts";

/** A board, and the parts that it leaves out to stay within the limits of a response. */
export interface BoundedBoard<T extends TaskSummary = TaskSummary> extends RecentDone {
  board: Board<T>;
  cuts: readonly Cut[];
}

const COLUMNS = TASK_STATUSES.length;

/**
 * Returns a function that reads the board as our app shows it: without descriptions. This is the
 * server's most frequent read, because every open app requests the board. So its query is compiled
 * once and has the order of an index. A board that is too large is cut to the latest arrivals of
 * each column.
 */
export function summaryReader(db: Kysely<Database>): () => Promise<BoundedBoard<BoardTask>> {
  return boundedReader(db, COLUMN_MAX, boardTasks(db), toBoardTask);
}

/** Like {@link summaryReader}, but with descriptions (§7), as far as they fit into a response. */
export function boardReader(
  db: Kysely<Database>,
  columnMax = COLUMN_MAX,
): () => Promise<BoundedBoard<Task>> {
  const tasks = db.selectFrom("tasks").select(SUMMARY_COLUMNS).select(DESCRIPTION_SIZE);
  const read = boundedReader(db, columnMax, tasks, (task): SummaryWithSize => withLabels(task));
  return async () => {
    const { board: summaries, cuts } = await read();
    const inOrder = TASK_STATUSES.flatMap((status) => summaries[status]);
    const { tasks, cut } = await readDescriptions(db, inOrder);
    const board = emptyBoard<Task>();
    for (const task of tasks) board[task.status].push(task);
    return { board, cuts: cut ? [...cuts, "descriptions"] : cuts };
  };
}

const emptyBoard = <T extends TaskSummary>(): Board<T> => ({
  Todo: [],
  "In Progress": [],
  Done: [],
});

function boundedReader<Row, T extends TaskSummary>(
  db: Kysely<Database>,
  columnMax: number,
  tasks: SelectQueryBuilder<Database, "tasks", Row>,
  toTask: (row: Row) => T,
): () => Promise<BoundedBoard<T>> {
  const most = COLUMNS * columnMax;
  const ordered = tasks.orderBy("status").orderBy("status_changed_at", "desc").orderBy("id");
  // The limits are literals in the SQL text, because query plans depend on them.
  const whole = named(ordered.limit(sql.lit(most + 1)).compile());
  const latest = async (status: TaskStatus) =>
    (await ordered.where("status", "=", status).limit(sql.lit(columnMax)).execute()).map(toTask);
  return async () => {
    const board = emptyBoard<T>();
    const { rows } = await db.executeQuery<Row>(whole);
    const read = rows.map(toTask);
    for (const task of read) board[task.status].push(task);
    if (rows.length <= most && fitting(read).length === rows.length) return { board, cuts: [] };
    for (const status of TASK_STATUSES) {
      const column = rows.length > most ? await latest(status) : board[status];
      board[status] = fitting(column, jsonBytes, LIST_MAX_BYTES / COLUMNS);
    }
    return { board, cuts: ["tasks"] };
  };
}

const countDoneSince = prepared((db, param: Param<{ since: string }>) =>
  db
    .selectFrom("tasks")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("status", "=", "Done")
    .where("status_changed_at", ">", param("since")),
);

/** The number of tasks that arrived in Done in the last {@link RECENT_DAYS} days. */
export async function countRecentDone(db: Kysely<Database>, now: Date): Promise<number> {
  const since = new Date(now.getTime() - RECENT_DAYS * DAY_MS).toISOString();
  const [row] = await countDoneSince(db, { since });
  return Number(row?.count ?? 0);
}
