import { randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { ActivityKind } from "#contract/inbox.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";

/** A user who may be notified. The first of `kinds` that they have not turned off counts. */
export interface Recipient {
  id: string;
  kinds: readonly ActivityKind[];
}

/**
 * An event of a task that notifies users. A repeated request has the same `id`, so it notifies them
 * once.
 */
export interface InboxEvent extends ChangeContext {
  id?: string;
  taskId: string;
  commentId?: string;
  /** The number of tasks that were handed over together, instead of a task. */
  handedOver?: number;
}

/** The kinds that each of these users accepts. Inactive users are missing. */
async function acceptedKinds(
  trx: Transaction<Database>,
  recipients: readonly Recipient[],
): Promise<{ id: string; kind: ActivityKind }[]> {
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

/**
 * Puts an item into the inboxes of users, in the transaction that causes it. Nobody is notified of
 * their own actions. Returns the ids of the notified users.
 */
export async function notify(
  trx: Transaction<Database>,
  recipients: readonly Recipient[],
  { id = randomUUID(), taskId, commentId, handedOver, by, at }: InboxEvent,
): Promise<string[]> {
  const others = recipients.filter((recipient) => recipient.id !== by.id);
  if (others.length === 0) return [];
  const accepted = await acceptedKinds(trx, others);
  if (accepted.length === 0) return [];
  await trx
    .insertInto("notifications")
    .values(
      accepted.map((recipient) => ({
        user_id: recipient.id,
        id,
        kind: recipient.kind,
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
  return accepted.map((recipient) => recipient.id);
}

/** Tells a task's new assignee, if it has one. Returns the ids of the notified users. */
export async function notifyOfAssignment(
  trx: Transaction<Database>,
  before: { assignee_id: string | null } | null,
  after: { id: string; assignee_id: string | null },
  context: ChangeContext,
): Promise<string[]> {
  const { assignee_id: assignee } = after;
  if (assignee === null || assignee === before?.assignee_id) return [];
  const news = { taskId: after.id, ...context };
  return await notify(trx, [{ id: assignee, kinds: ["assigned"] }], news);
}

/** Tells a user how many tasks they got from users who leave: once for all tasks of a bulk action. */
export async function notifyOfHandOver(
  trx: Transaction<Database>,
  to: string,
  tasks: number,
  { runId, by, at }: ChangeContext & { runId?: string },
): Promise<void> {
  if (tasks === 0) return;
  const news = { taskId: "", handedOver: tasks, by, at, ...(runId !== undefined && { id: runId }) };
  await notify(trx, [{ id: to, kinds: ["assigned"] }], news);
}
