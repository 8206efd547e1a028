import { type Kysely, sql } from "kysely";
import type { Comment, CommentsResponse } from "#contract/comment.ts";
import type { CommentRow, Database, UserRow } from "#server/db/schema.ts";
import { fitting, jsonBytes, TEXT_MAX_BYTES } from "#server/http/bounds.ts";
import { keyReused } from "#server/http/errors.ts";

/** Where a page of comments begins: after this one. */
export type CommentPlace = Pick<CommentRow, "created_at" | "id">;

export async function findComment(
  db: Kysely<Database>,
  taskId: string,
  id: string,
): Promise<CommentPlace | undefined> {
  return await db
    .selectFrom("comments")
    .select(["created_at", "id"])
    .where("task_id", "=", taskId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/**
 * Comments of a task, newest first, as many as fit into a response. An author goes by today's name,
 * and after deletion by the name at the time of writing.
 */
export async function commentsOf(
  db: Kysely<Database>,
  taskId: string,
  limit: number,
  before?: CommentPlace,
): Promise<Pick<CommentsResponse, "comments" | "hasOlder">> {
  const from = db
    .selectFrom("comments")
    .where("task_id", "=", taskId)
    .$if(before !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple("comments.created_at", "comments.id"),
          "<",
          tuple(before?.created_at ?? "", before?.id ?? ""),
        ),
      ),
    )
    .orderBy("comments.created_at", "desc")
    .orderBy("comments.id", "desc");
  const sizes = await from
    .select(sql<number>`octet_length(comment)`.as("size"))
    .limit(limit + 1)
    .execute();
  const read = fitting(sizes.slice(0, limit), ({ size }) => size, TEXT_MAX_BYTES);
  const rows = await from
    .leftJoin("users", "users.id", "comments.user_id")
    .select(({ fn }) => [
      "comments.id",
      "comments.comment",
      fn.coalesce("users.name", "comments.user_name").as("user_name"),
      "comments.created_at",
    ])
    .limit(read.length)
    .execute();
  // As JSON a text is longer than in the database: quotes and line breaks are escaped.
  const comments = fitting(rows, jsonBytes, TEXT_MAX_BYTES);
  return { comments, hasOlder: comments.length < sizes.length };
}

export async function countComments(db: Kysely<Database>, taskId: string): Promise<number> {
  const { total } = await db
    .selectFrom("comments")
    .select(({ fn }) => fn.countAll<number | string>().as("total"))
    .where("task_id", "=", taskId)
    .executeTakeFirstOrThrow();
  return Number(total);
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
