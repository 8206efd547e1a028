import { randomUUID } from "node:crypto";
import type { Comment } from "#contract/comment.ts";
import type { Database, UserRow } from "#server/db/schema.ts";
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

export async function insertComment(
  db: Kysely<Database>,
  taskId: string,
  comment: string,
  author: UserRow,
  now: Date,
): Promise<Comment> {
  return await db
    .insertInto("comments")
    .values({
      id: randomUUID(),
      task_id: taskId,
      user_id: author.id,
      user_name: author.name,
      comment,
      created_at: now.toISOString(),
    })
    .returning(["id", "comment", "user_name", "created_at"])
    .executeTakeFirstOrThrow();
}

export async function taskExists(db: Kysely<Database>, id: string): Promise<boolean> {
  const task = await db.selectFrom("tasks").select("id").where("id", "=", id).executeTakeFirst();
  return task !== undefined;
}
