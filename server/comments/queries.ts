import { type Kysely, sql } from "kysely";
import type { Comment, CommentsResponse } from "#contract/shapes/comment.ts";
import { countRows } from "#server/db/countRows.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { CommentRow } from "#server/db/schema/tasks.ts";
import type { Database } from "#server/db/schema.ts";
import { searchText } from "#server/db/text/searchText.ts";
import { fitting, jsonBytes, TEXT_MAX_BYTES } from "#server/http/bounds.ts";
import { notFound } from "#server/refusals.ts";

/** The position of a comment in the order of a task's comments. */
type CommentPosition = Pick<CommentRow, "created_at" | "id">;

export async function findComment(
  db: Kysely<Database>,
  taskId: string,
  id: string,
): Promise<CommentPosition | undefined> {
  return await db
    .selectFrom("comments")
    .select(["created_at", "id"])
    .where("task_id", "=", taskId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/**
 * One page of a task's comments, newest first, limited in number and bytes. Comments show the
 * author's current name; after the author's deletion, the name at the time of writing.
 */
export async function listComments(
  db: Kysely<Database>,
  taskId: string,
  limit: number,
  before?: CommentPosition,
): Promise<Pick<CommentsResponse, "comments" | "hasOlder">> {
  const matching = db
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
  const sizes = await matching
    .select(sql<number>`octet_length(comment)`.as("size"))
    .limit(limit + 1)
    .execute();
  const fittingSizes = fitting(sizes.slice(0, limit), ({ size }) => size, TEXT_MAX_BYTES);
  const rows = await matching
    .leftJoin("users", "users.id", "comments.user_id")
    .select(({ fn }) => [
      "comments.id",
      "comments.comment",
      fn.coalesce("users.name", "comments.user_name").as("user_name"),
      "comments.created_at",
      "comments.user_id",
      "comments.edited_at",
    ])
    .limit(fittingSizes.length)
    .execute();
  // JSON escapes quotes and line breaks, so a text may take more bytes than in the database.
  const comments = fitting(rows, jsonBytes, TEXT_MAX_BYTES);
  return { comments, hasOlder: comments.length < sizes.length };
}

export const countComments = (db: Kysely<Database>, taskId: string): Promise<number> =>
  countRows(db, db.selectFrom("comments").select("id").where("task_id", "=", taskId));

const COMMENT_COLUMNS = [
  "id",
  "comment",
  "user_name",
  "created_at",
  "user_id",
  "edited_at",
] as const;

/** Inserts a comment. */
export async function insertComment(
  db: Kysely<Database>,
  id: string,
  taskId: string,
  comment: string,
  author: UserRow,
  now: Date,
): Promise<Required<Comment>> {
  return await db
    .insertInto("comments")
    .values({
      id,
      task_id: taskId,
      user_id: author.id,
      user_name: author.name,
      comment,
      created_at: now.toISOString(),
      search_text: searchText(comment),
    })
    .returning(COMMENT_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** The comment that an earlier attempt of a request has added. Throws a 404 if it was deleted since. */
export async function findAdded(db: Kysely<Database>, id: string): Promise<Required<Comment>> {
  return await db
    .selectFrom("comments")
    .select(COMMENT_COLUMNS)
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => notFound("Comment not found"));
}

export async function taskExists(db: Kysely<Database>, id: string): Promise<boolean> {
  const task = await db.selectFrom("tasks").select("id").where("id", "=", id).executeTakeFirst();
  return task !== undefined;
}
