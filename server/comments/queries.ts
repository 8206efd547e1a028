import type { Comment } from "#contract/comment.ts";
import type { Database, UserRow } from "#server/db/schema.ts";
import { keyReused } from "#server/http/errors.ts";
import type { Kysely } from "kysely";

/**
 * The comments of a task, newest first. An author goes by today's name, and after deletion by the
 * name at the time of writing.
 */
export async function commentsOf(db: Kysely<Database>, taskId: string): Promise<Comment[]> {
  return await db
    .selectFrom("comments")
    .leftJoin("users", "users.id", "comments.user_id")
    .select(({ fn }) => [
      "comments.id",
      "comments.comment",
      fn.coalesce("users.name", "comments.user_name").as("user_name"),
      "comments.created_at",
    ])
    .where("task_id", "=", taskId)
    .orderBy("comments.created_at", "desc")
    .orderBy("comments.id", "desc")
    .execute();
}

const WRITTEN = ["id", "comment", "user_name", "created_at"] as const;

/**
 * Writes a comment; if there is one by this id, it has been written before, and is left alone.
 * Throws a 422 when that one says something else.
 */
export async function insertComment(
  db: Kysely<Database>,
  id: string,
  taskId: string,
  comment: string,
  author: UserRow,
  now: Date,
): Promise<Comment> {
  const written = await db
    .insertInto("comments")
    .values({
      id,
      task_id: taskId,
      user_id: author.id,
      user_name: author.name,
      comment,
      created_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning(WRITTEN)
    .executeTakeFirst();
  if (written) return written;
  const before = await db
    .selectFrom("comments")
    .select(WRITTEN)
    .where("id", "=", id)
    .executeTakeFirst();
  if (before?.comment !== comment) throw keyReused();
  return before;
}

export async function taskExists(db: Kysely<Database>, id: string): Promise<boolean> {
  const task = await db.selectFrom("tasks").select("id").where("id", "=", id).executeTakeFirst();
  return task !== undefined;
}
