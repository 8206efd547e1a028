import type { Transaction } from "kysely";
import type { NamedRecord } from "#contract/id.ts";
import type { ChangeContext } from "#server/changeContext.ts";
import type { Database } from "#server/db/schema.ts";
import { recordChanges } from "#server/history/recordHistory.ts";
import { notifyOfHandOver } from "#server/inbox/notify.ts";
import { isOpen } from "#server/search/filters.ts";

interface Reassignment {
  from: NamedRecord;
  to: NamedRecord | null;
  onlyOpen: boolean;
  /** The maximum number of tasks. Default: all. */
  max?: number;
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
    .$if(max !== undefined, (query) => query.limit(max ?? 0));
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
  await recordChanges(trx, changedIds, [change], context);
  return changedIds.length;
}

/**
 * Assigns a user's open tasks to another user, or to nobody, and returns their number. The receiver
 * gets one inbox item for all hand-overs with the same `runId`.
 *
 * @param max the maximum number of tasks; all by default
 */
export async function handOver(
  trx: Transaction<Database>,
  from: NamedRecord,
  to: NamedRecord | null,
  context: ChangeContext & { runId?: string },
  max?: number,
): Promise<number> {
  const bound = max === undefined ? {} : { max };
  const tasks = await reassignTasks(trx, { from, to, onlyOpen: true, ...bound }, context);
  if (to) await notifyOfHandOver(trx, to.id, tasks, context);
  return tasks;
}
