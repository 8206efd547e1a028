import { type Board, COLUMN_MAX } from "#contract/board.ts";
import { type Task, TASK_STATUSES, type TaskStatus } from "#contract/task.ts";
import { named, prepared, type Param } from "#server/db/prepared.ts";
import type { Database } from "#server/db/schema.ts";
import { SAVED_COLUMNS, type SavedTask, TASK_COLUMNS } from "#server/tasks/queries.ts";
import { type Kysely, sql } from "kysely";

/**
 * A function that reads the board. Its query is compiled once, and ordered as its index is: every
 * open app asks for the board, so this is the server's hottest read. One that is too large to be
 * sent is asked for by column, of each the latest arrivals.
 */
export function boardReader(db: Kysely<Database>, columnMax = COLUMN_MAX): () => Promise<Board> {
  const most = TASK_STATUSES.length * columnMax;
  const cards = db
    .selectFrom("tasks")
    .select(TASK_COLUMNS)
    .orderBy("status")
    .orderBy("status_changed_at", "desc")
    .orderBy("id");
  // Limits are part of the text: plans depend on them.
  const whole = named(cards.limit(sql.lit(most + 1)).compile());
  const latest = (status: TaskStatus) =>
    cards.where("status", "=", status).limit(sql.lit(columnMax)).execute();
  return async () => {
    const board: Board = { Todo: [], "In Progress": [], Done: [] };
    const { rows } = await db.executeQuery<Task>(whole);
    if (rows.length > most) {
      for (const status of TASK_STATUSES) board[status] = await latest(status);
    } else {
      for (const task of rows) board[task.status].push(task);
    }
    return board;
  };
}

/**
 * A function that puts a task at the top of another column. One that is in that column already
 * stays where it is, and was not moved. Undefined when there is no such task.
 */
export function taskMover(
  db: Kysely<Database>,
): (
  id: string,
  status: TaskStatus,
  now: Date,
) => Promise<{ task: SavedTask; moved: boolean } | undefined> {
  const move = prepared(db, (param: Param<{ id: string; status: TaskStatus; at: string }>) =>
    db
      .updateTable("tasks")
      .set((eb) => ({
        status: param("status"),
        status_changed_at: param("at"),
        updated_at: param("at"),
        version: eb("version", "+", 1),
      }))
      .where("id", "=", param("id"))
      .where("status", "!=", param("status"))
      .returning(SAVED_COLUMNS),
  );
  return async (id, status, now) => {
    const [moved] = await move({ id, status, at: now.toISOString() });
    if (moved) return { task: moved, moved: true };
    const task = await db
      .selectFrom("tasks")
      .select(SAVED_COLUMNS)
      .where("id", "=", id)
      .executeTakeFirst();
    return task && { task, moved: false };
  };
}
