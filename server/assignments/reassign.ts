import type { Transaction } from "kysely";
import type { NamedRecord } from "#contract/shapes/id.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import type { PartOf } from "#server/changes/record.ts";
import { recordTasks } from "#server/changes/recordTasks.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import { isOpen } from "#server/search/filters.ts";

/** The number of tasks that a transaction reassigns. Each may be an event for 20 webhooks. */
export const TASKS_PER_STEP = 100;

interface Assignment {
  /** The present assignee, whose name the history shows; null for none. */
  from: NamedRecord | null;
  to: NamedRecord | null;
  onlyOpen: boolean;
}

/**
 * What the record says of the tasks that a bulk action takes from a user: whose they were, and the action. Its
 * undo finds them by that.
 */
export const handedOver = (leaverId: string, runId: string) => `user ${leaverId} ${runId}` as const;
/** The same of the tasks that an undo has given back. */
export const givenBack = (leaverId: string, runId: string) =>
  `${handedOver(leaverId, runId)} undone` as const;

function partOf(leaverId: string, runId: string | undefined, isReturn: boolean): PartOf {
  if (runId === undefined) return `user ${leaverId}`;
  return (isReturn ? givenBack : handedOver)(leaverId, runId);
}

/**
 * Assigns those of these tasks that a user has to another user, or to nobody. Returns them with their
 * new versions.
 *
 * @param leaverId the user whose tasks go to others, or come back
 */
export async function assignTasks(
  trx: Transaction<Database>,
  ids: readonly string[],
  { from, to, onlyOpen }: Assignment,
  leaverId: string,
  context: ChangeContext,
): Promise<{ id: string; version: number }[]> {
  const changed = await trx
    .updateTable("tasks")
    .set((eb) => ({
      assignee_id: to?.id ?? null,
      updated_at: context.at.toISOString(),
      version: eb("version", "+", 1),
    }))
    .where("id", "in", valuesIn(trx, ids))
    .where((eb) => (from ? eb("assignee_id", "=", from.id) : eb("assignee_id", "is", null)))
    .$if(onlyOpen, (query) => query.where(isOpen))
    .returning(["id", "version"])
    .execute();
  const isReturn = to?.id === leaverId;
  const change = { field: "assignee", from: from?.name ?? null, to: to?.name ?? null } as const;
  await recordTasks(
    trx,
    changed.map(({ id }) => id),
    context,
    {
      kind: "task.changed",
      fields: [change],
      partOf: partOf(leaverId, context.runId, isReturn),
      // Nobody is notified of tasks that come back.
      ...(to && !isReturn && { to: to.id }),
      inboxes: [from, to].flatMap((user) => (user ? [user.id] : [])),
    },
  );
  return changed;
}

/** Assigns up to `max` tasks of a user to another user, or to nobody. Returns their number. */
export async function reassignTasks(
  trx: Transaction<Database>,
  { from, to, onlyOpen, max }: Assignment & { from: NamedRecord; max: number },
  context: ChangeContext,
): Promise<number> {
  const rows = await trx
    .selectFrom("tasks")
    .select("id")
    .where("assignee_id", "=", from.id)
    .$if(onlyOpen, (query) => query.where(isOpen))
    .limit(max)
    .execute();
  const ids = rows.map(({ id }) => id);
  return (await assignTasks(trx, ids, { from, to, onlyOpen }, from.id, context)).length;
}

/**
 * Assigns up to {@link TASKS_PER_STEP} open tasks of a user to another user, or to nobody, and returns
 * their number. The receiver gets one inbox item for all hand-overs with the same `runId`.
 */
export async function handOver(
  trx: Transaction<Database>,
  from: NamedRecord,
  to: NamedRecord | null,
  context: ChangeContext,
): Promise<number> {
  const open = { from, to, onlyOpen: true, max: TASKS_PER_STEP };
  return await reassignTasks(trx, open, context);
}
