import type { Kysely, Transaction } from "kysely";
import type { Comment } from "#contract/shapes/comment.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { isRecorded } from "#server/changes/earlierAttempt.ts";
import { recordComment } from "#server/changes/record.ts";
import { liveComments } from "#server/db/liveComments.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { CommentRow } from "#server/db/schema/tasks.ts";
import type { Database } from "#server/db/schema.ts";
import { searchText } from "#server/db/text/searchText.ts";
import { transaction } from "#server/db/transaction.ts";
import { forbidden, notFound } from "#server/refusals.ts";
import { requireCaller } from "#server/users/queries.ts";
import { mentionableUsers, newMentions, recordSavedComment } from "./mentions.ts";

/** A change of a comment by a user. */
interface CommentChange {
  taskId: string;
  commentId: string;
  user: UserRow;
  context: ChangeContext;
}

/** Reads a comment. Throws a 404 if there is none, and a 403 if the user may not change it. */
async function findChangeable(
  trx: Transaction<Database>,
  { taskId, commentId, user }: CommentChange,
): Promise<CommentRow> {
  const row = await liveComments(trx)
    .selectAll()
    .where("task_id", "=", taskId)
    .where("id", "=", commentId)
    .executeTakeFirstOrThrow(() => notFound("Comment not found"));
  if (row.user_id !== user.id && user.role !== "admin") {
    throw forbidden("Only its author and admins may change a comment");
  }
  return row;
}

/** Replaces the text of a comment. The same text again changes nothing. Throws a 403 or a 404. */
export async function editComment(
  db: Kysely<Database>,
  change: CommentChange,
  comment: string,
): Promise<Required<Comment>> {
  const users = await mentionableUsers(db, comment);
  return await transaction(db, async (trx) => {
    const { taskId, commentId, user, context } = change;
    await requireCaller(trx, user);
    const former = await findChangeable(trx, change);
    const { task_id: _task, search_text: _text, ...same } = former;
    const isRepeat = await isRecorded(trx, context);
    if (comment === former.comment || isRepeat) return same;
    const edited_at = context.at.toISOString();
    await trx
      .updateTable("comments")
      .set({ comment, edited_at, search_text: searchText(comment) })
      .where("id", "=", commentId)
      .execute();
    const mentioned = newMentions(comment, former.comment, users);
    const saved = { taskId, commentId, comment, context, mentioned };
    await recordSavedComment(trx, { kind: "comment.changed", ...saved });
    return { ...same, comment, edited_at };
  });
}

/** Deletes a comment. Throws a 403 or a 404. */
export async function deleteComment(db: Kysely<Database>, change: CommentChange): Promise<void> {
  await transaction(db, async (trx) => {
    const { taskId, commentId, user, context } = change;
    await requireCaller(trx, user);
    if (await isRecorded(trx, context)) return;
    await findChangeable(trx, change);
    await trx.deleteFrom("comments").where("id", "=", commentId).execute();
    await recordComment(trx, { taskId, commentId }, context, "comment.deleted");
  });
}
