import type { Transaction } from "kysely";
import type { NamedRecord } from "#contract/id.ts";
import { assignTasks } from "#server/assignments/reassign.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { Database, TaskRunItemRow, TaskRunRow } from "#server/db/schema.ts";
import { CHANGED_SINCE, refusal, UNCHANGED, UNDONE } from "#server/runs/runItems.ts";
import { findReceiver } from "#server/tasks/openTasks.ts";
import { type Former, readFormer, type TaskChangeResult } from "./change.ts";
import { changeOf } from "./queries.ts";

/** The user whose tasks are handed over. */
const leaverOf = ({ from_id, from_name }: TaskRunRow): NamedRecord => ({
  id: from_id ?? "",
  name: from_name,
});

/** The results of items whose tasks were assigned, and of the others. */
const resultsOf = (
  items: readonly TaskRunItemRow[],
  assigned: readonly { id: string; version: number }[],
  done: (version: number) => TaskChangeResult,
  other: TaskChangeResult,
): TaskChangeResult[] => {
  const versions = new Map(assigned.map(({ id, version }) => [id, version]));
  return items.map(({ task_id }) => {
    const version = versions.get(task_id);
    return version === undefined ? other : done(version);
  });
};

/** Assigns the tasks of items that are still open tasks of the leaver. Returns the result of each. */
export async function handOverItems(
  trx: Transaction<Database>,
  run: TaskRunRow,
  items: readonly TaskRunItemRow[],
  context: ChangeContext,
): Promise<TaskChangeResult[]> {
  const from = leaverOf(run);
  const { assignee: to = null } = changeOf(run);
  try {
    if (to) await findReceiver(trx, [from.id], to.id, "to");
  } catch (failure) {
    const refused = refusal(failure);
    return items.map(() => refused);
  }
  const ids = items.map(({ task_id }) => task_id);
  const assigned = await assignTasks(trx, ids, { from, to, onlyOpen: true }, from.id, context);
  const former = (version: number): Former => ({ values: { assignee_id: from.id }, version });
  const done = (version: number): TaskChangeResult => ({
    result: "done",
    reason: "",
    before: JSON.stringify(former(version)),
  });
  return resultsOf(items, assigned, done, { ...UNCHANGED, reason: "No longer their open task" });
}

/** Gives the tasks of items back to the leaver, also an inactive one. Returns the result of each. */
export async function returnItems(
  trx: Transaction<Database>,
  run: TaskRunRow,
  items: readonly TaskRunItemRow[],
  context: ChangeContext,
): Promise<TaskChangeResult[]> {
  const leaver = leaverOf(run);
  const user = await trx
    .selectFrom("users")
    .select(["id", "name"])
    .where("id", "=", leaver.id)
    .executeTakeFirst();
  if (!user) return items.map(() => ({ result: "kept", reason: `${leaver.name} was deleted` }));
  const rows = await trx
    .selectFrom("tasks")
    .select(["id", "version"])
    .where(
      "id",
      "in",
      valuesIn(
        trx,
        items.map(({ task_id }) => task_id),
      ),
    )
    .execute();
  const versions = new Map(rows.map(({ id, version }) => [id, version]));
  const same = items.filter((item) => readFormer(item)?.version === versions.get(item.task_id));
  const { assignee: from = null } = changeOf(run);
  const ids = same.map(({ task_id }) => task_id);
  const returned = { from, to: user, onlyOpen: false };
  const assigned = await assignTasks(trx, ids, returned, leaver.id, context);
  return resultsOf(items, assigned, () => UNDONE, CHANGED_SINCE);
}
