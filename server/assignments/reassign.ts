import type { Transaction } from "kysely";
import type { NamedRecord } from "#contract/id.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { recordTasks } from "#server/changes/record.ts";
import type { Database } from "#server/db/schema.ts";
import { notifyOfHandOver } from "#server/inbox/notify.ts";
import { isOpen } from "#server/search/filters.ts";

/** The number of tasks that a transaction reassigns. Each may be an event for 20 webhooks. */
export const TASKS_PER_STEP = 100;

interface Reassignment {
  from: NamedRecord;
  to: NamedRecord | null;
  onlyOpen: boolean;
  /** The maximum number of tasks. */
  max: number;
}

/** Assigns tasks of a user to another user, or to nobody. Returns their number. */
export async function reassignTasks(
  trx: Transaction<Database>,
  { from, to, onlyOpen, max }: Reassignment,
  context: ChangeContext,
): Promise<number> {
  const ids = trx
    .selectFrom("tasks")
    .select("id")
    .where("assignee_id", "=", from.id)
    .$if(onlyOpen, (query) => query.where(isOpen))
    .limit(max);
  const changed = await trx
    .updateTable("tasks")
    .set((eb) => ({
      assignee_id: to?.id ?? null,
      updated_at: context.at.toISOString(),
      version: eb("version", "+", 1),
    }))
    .where("id", "in", ids)
    .returning("id")
    .execute();
  const changedIds = changed.map(({ id }) => id);
  const change = { field: "assignee", from: from.name, to: to?.name ?? null } as const;
  const partOf = `user ${from.id}` as const;
  await recordTasks(trx, changedIds, context, { kind: "task.changed", fields: [change], partOf });
  return changedIds.length;
}

/**
 * Assigns up to {@link TASKS_PER_STEP} open tasks of a user to another user, or to nobody, and returns
 * their number. The receiver gets one inbox item for all hand-overs with the same `runId`.
 */
export async function handOver(
  trx: Transaction<Database>,
  from: NamedRecord,
  to: NamedRecord | null,
  context: ChangeContext & { runId?: string },
): Promise<number> {
  const open = { from, to, onlyOpen: true, max: TASKS_PER_STEP };
  const tasks = await reassignTasks(trx, open, context);
  if (to) await notifyOfHandOver(trx, to.id, tasks, context);
  return tasks;
}
