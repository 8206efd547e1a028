import type { Kysely, Transaction } from "kysely";
import { mentionsIn } from "#contract/mentions.ts";
import type { NamedRecord } from "#contract/shapes/id.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { recordComment } from "#server/changes/record.ts";
import type { Recipient } from "#server/changes/whoIsNotified.ts";
import type { Database } from "#server/db/schema.ts";

/** A comment that was added, or whose text has changed. */
interface SavedComment {
  taskId: string;
  commentId: string;
  kind: "comment.created" | "comment.changed";
  comment: string;
  /** By the author of this text; for an edit, by the editor. */
  context: ChangeContext;
  /** The users whom this text mentions and the former text did not. */
  mentioned: readonly NamedRecord[];
}

/**
 * The users whom a comment can mention. Read them before the transaction: within it, the read would
 * conflict with concurrent registrations.
 */
export async function mentionableUsers(
  db: Kysely<Database>,
  comment: string,
): Promise<NamedRecord[]> {
  if (!comment.includes("@")) return [];
  return await db.selectFrom("users").select(["id", "name"]).where("is_active", "=", 1).execute();
}

/** The users whom `comment` mentions and `former` does not. */
export function newMentions(
  comment: string,
  former: string,
  users: readonly NamedRecord[],
): NamedRecord[] {
  const known = new Set(mentionsIn(former, users));
  return mentionsIn(comment, users).filter((user) => !known.has(user));
}

/** The users whom a new comment concerns: those whom it mentions, the task's assignee and creator. */
async function concerned(
  trx: Transaction<Database>,
  { taskId, kind, mentioned }: SavedComment,
): Promise<Recipient[]> {
  const ids = new Set(mentioned.map(({ id }) => id));
  const task =
    kind === "comment.created"
      ? await trx
          .selectFrom("tasks")
          .select(["assignee_id", "created_by"])
          .where("id", "=", taskId)
          .executeTakeFirst()
      : undefined;
  const involved = new Set([task?.assignee_id, task?.created_by].filter((id) => id != null));
  return [...new Set([...ids, ...involved])].map((id) => ({
    id,
    kinds: [
      ...(ids.has(id) ? (["mentioned"] as const) : []),
      ...(involved.has(id) ? (["commented"] as const) : []),
    ],
  }));
}

/** Records a saved comment and notifies users, in the transaction that saves it. */
export async function recordSavedComment(
  trx: Transaction<Database>,
  comment: SavedComment,
): Promise<void> {
  const { taskId, commentId, kind, context } = comment;
  const id = kind === "comment.created" ? commentId : context.id;
  const own = { ...context, ...(id !== undefined && { id }) };
  const recipients = await concerned(trx, comment);
  await recordComment(trx, { taskId, commentId }, own, kind, recipients);
}
