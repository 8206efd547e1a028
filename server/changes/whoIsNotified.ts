import { sql, type Transaction } from "kysely";
import { type ActivityKind, JOB_ENDED, JOB_TOLD_FROM_MS } from "#contract/inbox.ts";
import type { NamedRecord } from "#contract/shapes/id.ts";
import { batchesOf } from "#server/db/batches.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { NotificationsTable } from "#server/db/schema/changes.ts";
import type { JobRow } from "#server/db/schema/jobs.ts";
import type { Database } from "#server/db/schema.ts";
import type { ChangeContext } from "./context.ts";

/** A user who may be notified. The first of `kinds` that they have not turned off counts. */
export interface Recipient {
  id: string;
  kinds: readonly ActivityKind[];
}

/** What the items of a change are about. */
interface ItemsOf extends Pick<ChangeContext, "by" | "at"> {
  id: string;
  taskId: string;
  commentId?: string | undefined;
  /** The number of tasks that were handed over together, or of what a job has changed, instead of a task. */
  handedOver?: number;
}

/** A user who gets an item, and its kind. */
type Notified = Pick<NotificationsTable, "kind"> & { id: string };

/**
 * Those of the recipients who get an item. Nobody is notified of their own actions, and inactive users
 * not at all.
 */
export async function whoIsNotified(
  trx: Transaction<Database>,
  all: readonly Recipient[],
  by: NamedRecord,
): Promise<Notified[]> {
  const recipients = all.filter(({ id }) => id !== by.id);
  if (recipients.length === 0) return [];
  const ids = recipients.map(({ id }) => id);
  const active = await trx
    .selectFrom("users")
    .select("id")
    .where("id", "in", valuesIn(trx, ids))
    .where("is_active", "=", 1)
    .execute();
  const muted = await trx
    .selectFrom("muted_notifications")
    .selectAll()
    .where("user_id", "in", valuesIn(trx, ids))
    .execute();
  const known = new Set(active.map(({ id }) => id));
  return recipients.flatMap(({ id, kinds }) => {
    const isMuted = (kind: ActivityKind) =>
      muted.some((row) => row.user_id === id && row.kind === kind);
    const kind = kinds.find((one) => !isMuted(one));
    return known.has(id) && kind !== undefined ? [{ id, kind }] : [];
  });
}

/** The maker of a job that has ended, if it took so long that they may no longer look. */
export async function whoIsToldOfEnd(
  trx: Transaction<Database>,
  { made_by, made_at }: JobRow,
  at: Date,
): Promise<Notified[]> {
  if (at.getTime() - Date.parse(made_at) < JOB_TOLD_FROM_MS) return [];
  const active = await trx
    .selectFrom("users")
    .select("id")
    .where("id", "=", made_by)
    .where("is_active", "=", 1)
    .execute();
  return active.map(({ id }) => ({ id, kind: JOB_ENDED }));
}

/** Puts an item into the inboxes of users, in the transaction that causes it. */
export async function insertItems(
  trx: Transaction<Database>,
  notified: readonly Notified[],
  { id, taskId, commentId, handedOver, by, at }: ItemsOf,
): Promise<void> {
  for (const users of batchesOf(notified)) {
    await trx
      .insertInto("notifications")
      .values(
        users.map((user) => ({
          user_id: user.id,
          id,
          kind: user.kind,
          task_id: taskId,
          comment_id: commentId ?? null,
          actor_id: by.id,
          actor_name: by.name,
          created_at: at.toISOString(),
          read_at: null,
          handed_over: handedOver ?? null,
        })),
      )
      // An edited comment may mention a user who was notified of the comment, and a bulk action hands
      // over the tasks of one user after another.
      .onConflict((conflict) =>
        conflict.columns(["user_id", "id"]).doUpdateSet((eb) => ({
          kind: eb.ref("excluded.kind"),
          actor_id: eb.ref("excluded.actor_id"),
          actor_name: eb.ref("excluded.actor_name"),
          created_at: eb.ref("excluded.created_at"),
          read_at: null,
          handed_over: sql<number | null>`notifications.handed_over + excluded.handed_over`,
        })),
      )
      .execute();
  }
}

/** A task's new assignee, if it has one, whom the change concerns. */
export const assigned = (
  before: { assignee_id: string | null } | null,
  { assignee_id: id }: { assignee_id: string | null },
): Recipient[] => (id === null || id === before?.assignee_id ? [] : [{ id, kinds: ["assigned"] }]);
