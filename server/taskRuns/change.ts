import type { Transaction } from "kysely";
import type { TaskRunChange, TaskRunFields } from "#contract/taskRun.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { formerArrival } from "#server/changes/formerArrival.ts";
import { recordEdit } from "#server/changes/record.ts";
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
import { findTask, isUnchanged, updateTask } from "#server/tasks/queries.ts";
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

/** Changes fields of a task by the rules of the call for a single task. */
async function change(
  trx: Transaction<Database>,
  task: TaskRow,
  fields: TaskRunFields,
  { user, context }: Changer,
  { isUndo = false } = {},
): Promise<TaskChangeResult> {
  const values = await patchedValues(trx, fields, { task, user, now: context.at });
  if (isUnchanged(task, values)) return UNCHANGED;
  const arrived = isUndo ? await formerArrival(trx, task, values.status) : undefined;
  const saved = await updateTask(trx, task, values, context.at, { arrived });
  await recordEdit(trx, task, saved, context, { isUndo });
  const former = Object.fromEntries(namesOf(fields).map((name) => [name, task[name]]));
  return {
    result: "done",
    reason: "",
    before: JSON.stringify({ values: former, version: saved.version } satisfies Former),
  };
}

/** Changes fields of the task of an item. */
export async function changeItem(
  trx: Transaction<Database>,
  { task_id }: TaskRunItemRow,
  fields: TaskRunFields,
  changer: Changer,
): Promise<TaskChangeResult> {
  const task = await findTask(trx, task_id);
  if (!task) return NO_TASK;
  try {
    return await change(trx, task, fields, changer);
  } catch (failure) {
    return refusal(failure);
  }
}

/** Changes the task of an item back, unless it has changed since. */
export async function revertItem(
  trx: Transaction<Database>,
  item: TaskRunItemRow,
  changer: Changer,
): Promise<TaskChangeResult> {
  const former = readFormer(item);
  const task = await findTask(trx, item.task_id);
  if (!former || task?.version !== former.version) return CHANGED_SINCE;
  try {
    const outcome = await change(trx, task, former.values, changer, { isUndo: true });
    return { ...outcome, ...UNDONE, before: item.before };
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
    if (await deleteNext(trx, task_id, context)) return { result: "waiting", reason: "" };
    const version = (await deletedVersion(trx, task_id)) ?? 0;
    const before = JSON.stringify({ values: {}, version } satisfies Former);
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
    return hasMore ? { result: "done", reason: "" } : UNDONE;
  } catch (failure) {
    return refusal(failure, "kept");
  }
}
