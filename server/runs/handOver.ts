import type { Transaction } from "kysely";
import type { NamedRecord } from "#contract/shapes/id.ts";
import { assignTasks } from "#server/assignments/reassign.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { RunItemRow } from "#server/db/schema/jobs.ts";
import type { Database } from "#server/db/schema.ts";
import { findReceiver } from "#server/tasks/openTasks.ts";
import { CHANGED_SINCE, refusal, UNCHANGED, UNDONE } from "./runItems.ts";
import type { ItemResult } from "./runKind.ts";
import type { TaskRunDetails } from "./taskPlan.ts";
import { changed, readFormer } from "./taskRunStep.ts";

/** The user whose tasks are handed over. */
const leaverOf = ({ from }: TaskRunDetails): NamedRecord => from ?? { id: "", name: "" };

/** The results of items whose tasks were assigned, and of the others. */
const resultsOf = (
  items: readonly RunItemRow[],
  assigned: readonly { id: string; version: number }[],
  done: (version: number) => ItemResult,
  other: ItemResult,
): ItemResult[] => {
  const versions = new Map(assigned.map(({ id, version }) => [id, version]));
  return items.map(({ item_id }) => {
    const version = versions.get(item_id);
    return version === undefined ? other : done(version);
  });
};

/** Assigns the tasks of items that are still open tasks of the leaver. Returns the result of each. */
export async function handOverItems(
  trx: Transaction<Database>,
  run: TaskRunDetails,
  items: readonly RunItemRow[],
  context: ChangeContext,
): Promise<ItemResult[]> {
  const from = leaverOf(run);
  const { assignee: to = null } = run.change;
  const receiver = to && findReceiver(trx, [from.id], to.id, "to");
  const refused = await receiver?.then(() => null, refusal);
  if (refused) return items.map(() => refused);
  const ids = items.map(({ item_id }) => item_id);
  const assigned = await assignTasks(trx, ids, { from, to, onlyOpen: true }, from.id, context);
  const done = (version: number) => changed({ values: { assignee_id: from.id }, version });
  return resultsOf(items, assigned, done, { ...UNCHANGED, reason: "No longer their open task" });
}

/** Gives the tasks of items back to the leaver, also an inactive one. Returns the result of each. */
export async function returnItems(
  trx: Transaction<Database>,
  run: TaskRunDetails,
  items: readonly RunItemRow[],
  context: ChangeContext,
): Promise<ItemResult[]> {
  const leaver = leaverOf(run);
  const user = await trx
    .selectFrom("users")
    .select(["id", "name"])
    .where("id", "=", leaver.id)
    .executeTakeFirst();
  if (!user) return items.map(() => ({ result: "kept", reason: `${leaver.name} was deleted` }));
  const all = items.map(({ item_id }) => item_id);
  const rows = await trx
    .selectFrom("tasks")
    .select(["id", "version"])
    .where("id", "in", valuesIn(trx, all))
    .execute();
  const versions = new Map(rows.map(({ id, version }) => [id, version]));
  const same = items.filter((item) => readFormer(item)?.version === versions.get(item.item_id));
  const { assignee: from = null } = run.change;
  const ids = same.map(({ item_id }) => item_id);
  const returned = { from, to: user, onlyOpen: false };
  const assigned = await assignTasks(trx, ids, returned, leaver.id, context);
  return resultsOf(items, assigned, () => UNDONE, CHANGED_SINCE);
}
