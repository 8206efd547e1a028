import type { Kysely, Transaction } from "kysely";
import type { AuditName } from "#contract/audit.ts";
import { mentionsIn } from "#contract/mentions.ts";
import type { Database } from "#server/db/schema.ts";
import { recordEvent } from "#server/history/recordHistory.ts";

/** A comment that was added, or whose text has changed. */
export interface SavedComment {
  taskId: string;
  commentId: string;
  kind: "commented" | "comment_edited";
  comment: string;
  /** The user who wrote this text: of an edit the editor. */
  by: AuditName;
  at: Date;
  /** The users whom this text mentions and the former text did not. */
  mentioned: readonly AuditName[];
}

/** The users whom a comment can mention. Read before the transaction, which would conflict with sign-ups. */
export async function mentionableUsers(
  db: Kysely<Database>,
  comment: string,
): Promise<AuditName[]> {
  if (!comment.includes("@")) return [];
  return await db.selectFrom("users").select(["id", "name"]).where("is_active", "=", 1).execute();
}

/** The users whom `comment` mentions and `former` does not. */
export function newMentions(
  comment: string,
  former: string,
  users: readonly AuditName[],
): AuditName[] {
  const known = new Set(mentionsIn(former, users));
  return mentionsIn(comment, users).filter((user) => !known.has(user));
}

/** What follows from a saved comment, in the transaction that saves it. */
export async function commentSaved(
  trx: Transaction<Database>,
  { taskId, kind, by, at }: SavedComment,
): Promise<void> {
  await recordEvent(trx, taskId, { by, at }, kind);
}
