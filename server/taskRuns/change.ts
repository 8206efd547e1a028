import type { Transaction } from "kysely";
import type { TaskRunChange, TaskRunFields } from "#contract/taskRun.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { formerArrival } from "#server/changes/formerArrival.ts";
import { recordEdit } from "#server/changes/record.ts";
import { recordEdits } from "#server/changes/recordEdits.ts";
import type { Database, TaskRow, TaskRunItemRow, UserRow } from "#server/db/schema.ts";
import { derivedId } from "#server/http/idempotency.ts";
import {
  CHANGED_SINCE,
  type ItemResult,
  refusal,
  UNCHANGED,
  UNDONE,
} from "#server/runs/runItems.ts";
import { deletedVersion, deleteNext, restoreNext } from "#server/tasks/deletedTasks.ts";
import {
  findTask,
  findTasks,
  isUnchanged,
  updateTask,
  updateTasks,
} from "#server/tasks/queries.ts";
import { patchedValues } from "#server/tasks/values.ts";

/**
 * What an undo needs to know of a task: its former values, and the version that the change made or that
 * was deleted.
 */
export interface Former {
  values: TaskRunFields;
  version: number;
}

/** The result of an item. */
export interface TaskChangeResult extends ItemResult {
  before?: string;
}

/** Who changes a task, as part of which run. */
export interface Changer {
  user: UserRow;
  context: ChangeContext & { runId: string };
}

/** The reason of an item whose comments take several steps. */
const MOVING_COMMENTS = "Some of its comments are moved already";

export const NO_TASK: ItemResult = { result: "refused", reason: "Task not found" };

export const readFormer = ({ before }: TaskRunItemRow): Former | null =>
  before === "" ? null : (JSON.parse(before) as Former);

/** The fields of a run's change, as a single call has them. */
export function fieldsOf({ assignee, team, ...fields }: TaskRunChange): TaskRunFields {
  return {
    ...fields,
    ...(assignee !== undefined && { assignee_id: assignee?.id ?? null }),
    ...(team !== undefined && { team_id: team?.id ?? null }),
  };
}

const namesOf = (fields: TaskRunFields) => Object.keys(fields) as (keyof TaskRunFields)[];

const formerText = (former: Former): string => JSON.stringify(former);

/** Changes fields of the tasks of items by the rules of the call for a single task. Returns the result of each. */
export async function changeItems(
  trx: Transaction<Database>,
  items: readonly TaskRunItemRow[],
  fields: TaskRunFields,
  { user, context }: Changer,
): Promise<TaskChangeResult[]> {
  const ids = items.map(({ task_id }) => task_id);
  const tasks = new Map((await findTasks(trx, ids)).map((task) => [task.id, task]));
  const results = new Map<string, TaskChangeResult>();
  const names = namesOf(fields);
  const differing = (task: TaskRow) => names.filter((name) => task[name] !== fields[name]).join();
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
    const saved = await updateTasks(trx, alikeIds, fields, context.at);
    const edits = saved.flatMap((after) => {
      const before = tasks.get(after.id);
      return before ? { before, after } : [];
    });
    await recordEdits(trx, edits, names, context);
    for (const { before, after } of edits) {
      const former = Object.fromEntries(names.map((name) => [name, before[name]]));
      const text = formerText({ values: former, version: after.version });
      results.set(before.id, { result: "done", reason: "", before: text });
    }
  }
  return ids.map((id) => results.get(id) ?? NO_TASK);
}

/** Changes the task of an item back, unless it has changed since. */
export async function revertItem(
  trx: Transaction<Database>,
  item: TaskRunItemRow,
  { user, context }: Changer,
): Promise<TaskChangeResult> {
  const former = readFormer(item);
  const task = await findTask(trx, item.task_id);
  if (!former || task?.version !== former.version) return CHANGED_SINCE;
  try {
    const values = await patchedValues(trx, former.values, { task, user, now: context.at });
    if (isUnchanged(task, values)) return UNDONE;
    const arrived = await formerArrival(trx, task, values.status);
    const saved = await updateTask(trx, task, values, context.at, { arrived });
    await recordEdit(trx, task, saved, context, { isUndo: true });
    return UNDONE;
  } catch (failure) {
    return refusal(failure, "kept");
  }
}

/** Deletes the task of an item. One with very many comments stays `waiting` for the next step. */
export async function deleteItem(
  trx: Transaction<Database>,
  { task_id }: TaskRunItemRow,
  { context }: Changer,
): Promise<TaskChangeResult> {
  try {
    if (await deleteNext(trx, task_id, context))
      return { result: "waiting", reason: MOVING_COMMENTS };
    const version = (await deletedVersion(trx, task_id)) ?? 0;
    const before = formerText({ values: {}, version });
    return { result: "done", reason: "", before };
  } catch (failure) {
    return refusal(failure);
  }
}

/**
 * Restores the task of an item, unless it was restored and deleted again since. One with very many
 * comments stays `done` for the next step.
 */
export async function restoreItem(
  trx: Transaction<Database>,
  item: TaskRunItemRow,
  { context }: Changer,
): Promise<TaskChangeResult> {
  const { task_id } = item;
  const id = derivedId(`${context.runId} restores ${task_id}`);
  // A run that was carried out before the version was kept has none.
  const former = readFormer(item)?.version;
  const version = await deletedVersion(trx, task_id);
  if (former !== undefined && version !== undefined && version !== former) return CHANGED_SINCE;
  try {
    const hasMore = await restoreNext(trx, task_id, { ...context, id });
    return hasMore ? { result: "done", reason: MOVING_COMMENTS } : UNDONE;
  } catch (failure) {
    return refusal(failure, "kept");
  }
}
