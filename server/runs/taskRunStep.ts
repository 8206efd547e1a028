import type { Transaction } from "kysely";
import type { TaskRunFields } from "#contract/run.ts";
import { type SetChange, setDifference } from "#contract/taskFields.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { formerArrival } from "#server/changes/formerArrival.ts";
import { recordEdit } from "#server/changes/record.ts";
import { recordEdits } from "#server/changes/recordEdits.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { RunItemRow } from "#server/db/schema/jobs.ts";
import type { TaskRow } from "#server/db/schema/tasks.ts";
import type { Database } from "#server/db/schema.ts";
import { changedLabels, NO_CHANGE } from "#server/db/taskLabels.ts";
import { derivedId } from "#server/http/idempotency.ts";
import { deletedVersion, deleteTaskIn, restoreTaskIn } from "#server/tasks/deletedTasks.ts";
import {
  findTask,
  findTasks,
  isUnchanged,
  updateTask,
  updateTasks,
} from "#server/tasks/queries.ts";
import { patchedValues } from "#server/tasks/values.ts";
import { CHANGED_SINCE, done, refusal, UNCHANGED, UNDONE } from "./runItems.ts";
import type { ItemResult } from "./runKind.ts";

/**
 * What an undo needs to know of a task: its former values, and the version that the change made or that
 * was deleted.
 */
export interface Former {
  values: TaskRunFields;
  version: number;
}

/** Who changes a task, as part of which run. */
export interface Changer {
  user: UserRow;
  context: ChangeContext & { runId: string };
}

export const NO_TASK: ItemResult = { result: "refused", reason: "Task not found" };

export const readFormer = ({ before }: RunItemRow): Former | null =>
  before === "" ? null : (JSON.parse(before) as Former);

type SingleFields = Omit<TaskRunFields, "labels">;
const namesOf = (fields: SingleFields) => Object.keys(fields) as (keyof SingleFields)[];

/** What a change of labels adds to and removes from each of the tasks; null if it is refused. */
async function labelChanges(
  trx: Transaction<Database>,
  tasks: Iterable<TaskRow>,
  change: SetChange = NO_CHANGE,
): Promise<(task: TaskRow) => SetChange | null> {
  const known = new Map<string, SetChange | null>();
  for (const { labels } of tasks) {
    if (known.has(labels.join())) continue;
    const after = await changedLabels(trx, labels, change).catch((failure: unknown) => {
      refusal(failure);
      return null;
    });
    known.set(labels.join(), after && setDifference(labels, after));
  }
  return ({ labels }) => known.get(labels.join()) ?? null;
}

/** The result of a changed task. */
export const changed = (former: Former): ItemResult => done(JSON.stringify(former));

/** Changes fields of the tasks of items by the rules of the call for a single task. Returns the result of each. */
export async function changeItems(
  trx: Transaction<Database>,
  items: readonly RunItemRow[],
  fields: TaskRunFields,
  { user, context }: Changer,
): Promise<ItemResult[]> {
  const ids = items.map(({ item_id }) => item_id);
  const tasks = new Map((await findTasks(trx, ids)).map((task) => [task.id, task]));
  const results = new Map<string, ItemResult>();
  const { labels, ...single } = fields;
  const names = namesOf(single);
  const changeOf = await labelChanges(trx, tasks.values(), labels);
  const differing = (task: TaskRow) => {
    const differences = names.filter((name) => task[name] !== single[name]).join();
    const change = changeOf(task);
    return change === null || change.add.length + change.remove.length > 0
      ? `${differences} ${JSON.stringify(change)}`
      : differences;
  };
  // The rules are the same for tasks that differ in the same fields.
  for (const [differences, alike] of Map.groupBy(tasks.values(), differing)) {
    const [task] = alike as [TaskRow];
    const values = { task, user, now: context.at };
    const refused =
      differences === ""
        ? UNCHANGED
        : await patchedValues(trx, fields, values).then(() => undefined, refusal);
    const alikeIds = alike.map(({ id }) => id);
    for (const id of alikeIds) if (refused) results.set(id, refused);
    if (refused) continue;
    const change = changeOf(task) ?? NO_CHANGE;
    const saved = await updateTasks(trx, alikeIds, { ...single, labels: change }, context.at);
    const edits = saved.flatMap((after) => {
      const before = tasks.get(after.id);
      return before ? { before, after } : [];
    });
    await recordEdits(trx, edits, [...names, "labels"], context);
    const labelsBack = labels && { labels: { add: change.remove, remove: change.add } };
    for (const { before, after } of edits) {
      const former = {
        ...Object.fromEntries(names.map((name) => [name, before[name]])),
        ...labelsBack,
      };
      results.set(before.id, changed({ values: former, version: after.version }));
    }
  }
  return ids.map((id) => results.get(id) ?? NO_TASK);
}

/** Changes the task of an item back, unless it has changed since. */
export async function revertItem(
  trx: Transaction<Database>,
  item: RunItemRow,
  { user, context }: Changer,
): Promise<ItemResult> {
  const former = readFormer(item);
  const task = await findTask(trx, item.item_id);
  // Labels merge: what was added is taken away, and what others have changed since stays.
  const { labels, ...others } = former?.values ?? {};
  const merges = labels !== undefined && Object.keys(others).length === 0;
  if (!former || !task || (task.version !== former.version && !merges)) return CHANGED_SINCE;
  const values = await patchedValues(trx, former.values, { task, user, now: context.at });
  if (isUnchanged(task, values)) return UNDONE;
  const arrived = await formerArrival(trx, task, values.status);
  const saved = await updateTask(trx, task, values, context.at, { arrived });
  await recordEdit(trx, task, saved, context, { isUndo: true });
  return UNDONE;
}

/** Deletes the task of an item. */
export async function deleteItem(
  trx: Transaction<Database>,
  { item_id: task_id }: RunItemRow,
  { context }: Changer,
): Promise<ItemResult> {
  await deleteTaskIn(trx, task_id, context);
  return changed({ values: {}, version: (await deletedVersion(trx, task_id)) ?? 0 });
}

/** Restores the task of an item, unless it was restored and deleted again since. */
export async function restoreItem(
  trx: Transaction<Database>,
  item: RunItemRow,
  { context }: Changer,
): Promise<ItemResult> {
  const { item_id: task_id } = item;
  const id = derivedId(`${context.runId} restores ${task_id}`);
  // A run that was carried out before the version was kept has none.
  const former = readFormer(item)?.version;
  const version = await deletedVersion(trx, task_id);
  if (former !== undefined && version !== undefined && version !== former) return CHANGED_SINCE;
  await restoreTaskIn(trx, task_id, { ...context, id });
  return UNDONE;
}
