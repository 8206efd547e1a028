import { type Kysely, sql, type Transaction } from "kysely";
import { valuesIn } from "#server/db/dialect.ts";
import { inTransactions } from "#server/db/inTransactions.ts";
import type { Database } from "#server/db/schema.ts";
import { fitting } from "#server/http/bounds.ts";

/**
 * The number of comments that a transaction moves, and the bytes of their texts, so that other requests
 * wait only briefly: each text is indexed again.
 */
export const COMMENTS_MOVED = 2_000;
const BYTES_MOVED = 256 * 1024;
/** The time in ms after which an unfinished move was left by a server that has stopped. */
const ABANDONED_MS = 10 * 60 * 1000;

const COLUMNS = [
  "id",
  "task_id",
  "user_name",
  "comment",
  "created_at",
  "edited_at",
  "search_text",
] as const;

/**
 * Moves the next comments of a task that is deleted, or back if it is restored. Their authors may no
 * longer exist by then. Returns whether the task may have more.
 */
export async function moveComments(
  trx: Transaction<Database>,
  taskId: string,
  to: "comments" | "deleted_comments",
): Promise<boolean> {
  const from = to === "comments" ? "deleted_comments" : "comments";
  const rows = await trx
    .selectFrom(from)
    .select(["id", sql<number>`octet_length(comment)`.as("size")])
    .where("task_id", "=", taskId)
    .limit(COMMENTS_MOVED)
    .execute();
  const ids = fitting(rows, ({ size }) => size, BYTES_MOVED).map(({ id }) => id);
  await trx
    .insertInto(to)
    .columns([...COLUMNS, "user_id"])
    .expression(
      trx
        .selectFrom(`${from} as moved` as const)
        .leftJoin("users", "users.id", "moved.user_id")
        .select(COLUMNS.map((name) => `moved.${name}` as const))
        .select("users.id as user_id")
        .where("moved.id", "in", valuesIn(trx, ids)),
    )
    .execute();
  await trx.deleteFrom(from).where("id", "in", valuesIn(trx, ids)).execute();
  return ids.length < rows.length || rows.length === COMMENTS_MOVED;
}

/** Deletes the next comments of tasks that are purged. Returns whether there were any. */
export async function purgeComments(
  trx: Transaction<Database>,
  taskIds: readonly string[],
): Promise<boolean> {
  const rows = await trx
    .selectFrom("deleted_comments")
    .select(["id", sql<number>`octet_length(comment)`.as("size")])
    .where("task_id", "in", valuesIn(trx, taskIds))
    .limit(COMMENTS_MOVED)
    .execute();
  const ids = fitting(rows, ({ size }) => size, BYTES_MOVED).map(({ id }) => id);
  await trx.deleteFrom("deleted_comments").where("id", "in", valuesIn(trx, ids)).execute();
  return ids.length > 0;
}

/** Moves the next comments back to a task whose deletion or restoration was not finished. */
async function returnNext(trx: Transaction<Database>, id: string): Promise<boolean> {
  const task = await trx.selectFrom("tasks").select("id").where("id", "=", id).executeTakeFirst();
  const row = trx.updateTable("deleted_tasks").where("id", "=", id);
  if (!task) await row.set({ comments_moving_since: null }).execute();
  else if (await moveComments(trx, id, "comments")) return true;
  else await trx.deleteFrom("deleted_tasks").where("id", "=", id).execute();
  return false;
}

/** Undoes or finishes what a server left half done: the tasks get all their comments back. */
export async function returnAbandonedComments(db: Kysely<Database>, now: Date): Promise<void> {
  const abandoned = await db
    .selectFrom("deleted_tasks")
    .select("id")
    .where("comments_moving_since", "<", new Date(now.getTime() - ABANDONED_MS).toISOString())
    .execute();
  for (const { id } of abandoned) await inTransactions(db, (trx) => returnNext(trx, id));
}
