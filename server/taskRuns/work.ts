import type { Transaction } from "kysely";
import { TASKS_PER_STEP } from "#server/assignments/reassign.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { userSubject } from "#server/changes/record.ts";
import type { Database, TaskRunItemRow, TaskRunRow } from "#server/db/schema.ts";
import type { DoStep, JobWork, Step } from "#server/jobs/step.ts";
import { nextItems, saveItems } from "#server/runs/runItems.ts";
import { endRun, isMidway, pendingResult, readRunRow } from "#server/runs/runs.ts";
import { getUser } from "#server/users/queries.ts";
import {
  type Changer,
  changeItems,
  deleteItem,
  fieldsOf,
  restoreItem,
  revertItem,
  type TaskChangeResult,
} from "./change.ts";
import { handOverItems, returnItems } from "./handOver.ts";
import { changeOf, needsAdmin } from "./queries.ts";

/** Tasks per step: few, so that other requests wait only briefly. */
const STEP_TASKS = 50;

/** Stores the results of items. Those after the last outcome are for the next step. */
async function finishItems(
  trx: Transaction<Database>,
  items: readonly TaskRunItemRow[],
  outcomes: readonly TaskChangeResult[],
): Promise<void> {
  await saveItems(
    trx,
    "task_run",
    outcomes.flatMap(({ result, reason, before }, index) => {
      const item = items[index];
      return item ? { ...item, result, reason, before: before ?? item.before } : [];
    }),
  );
}

/** Handles items one after another, until one needs another step. */
async function handleEach(
  items: readonly TaskRunItemRow[],
  handle: (item: TaskRunItemRow) => Promise<TaskChangeResult>,
): Promise<TaskChangeResult[]> {
  const outcomes: TaskChangeResult[] = [];
  for (const item of items) {
    const outcome = await handle(item);
    outcomes.push(outcome);
    // The next step goes on with this item.
    if (outcome.result === item.result) break;
  }
  return outcomes;
}

/** Handles the next tasks of a hand-over or of its undo. */
async function assignNext(
  trx: Transaction<Database>,
  run: TaskRunRow,
  isUndo: boolean,
  context: ChangeContext,
): Promise<Step> {
  const result = pendingResult(isUndo);
  const items = await nextItems(trx, "task_run", run.id, { result }, TASKS_PER_STEP);
  const assign = isUndo ? returnItems : handOverItems;
  await finishItems(trx, items, await assign(trx, run, items, context));
  return { events: [], hasMore: items.length === TASKS_PER_STEP };
}

/** Handles the next tasks of a run or of its undo. */
const doStep =
  (isUndo: boolean): DoStep =>
  async (trx, { subject_id }, ofJob, { isStopping }) => {
    const run = await readRunRow(trx, "task_run", subject_id);
    const context = { ...ofJob, runId: run.id };
    if (run.action === "hand_over") return await assignNext(trx, run, isUndo, context);
    const size = isStopping ? 1 : STEP_TASKS;
    const result = pendingResult(isUndo);
    const items = await nextItems(trx, "task_run", run.id, { result }, size);
    const changer: Changer = { user: await getUser(trx, ofJob.by.id), context };
    const ofDeletion = isUndo ? restoreItem : deleteItem;
    const handle = run.action === "delete" ? ofDeletion : revertItem;
    const outcomes =
      run.action === "change" && !isUndo
        ? await changeItems(trx, items, fieldsOf(changeOf(run)), changer)
        : await handleEach(items, (item) => handle(trx, item, changer));
    await finishItems(trx, items, outcomes);
    return {
      events: [],
      hasMore:
        items.length === size ||
        outcomes.length < items.length ||
        outcomes.at(-1)?.result === result,
    };
  };

const endAs = (kind: "tasks.run_ended" | "tasks.run_undone"): JobWork["end"] =>
  endRun("task_run", kind === "tasks.run_undone", (run, count, { by }) => {
    const { id, action, from_id, from_name } = run;
    const to = changeOf(run).assignee?.name;
    return {
      kind,
      subject: userSubject(from_id === null ? by : { id: from_id, name: from_name }),
      details: {
        tasks: action,
        count,
        ...(from_id !== null && { from: from_name, ...(to !== undefined && { to }) }),
      },
      ends: `taskRun ${id}`,
    };
  });

/** The work of a bulk action on tasks. All users may change and delete tasks (§6). */
export const TASK_RUN: JobWork = {
  open: async () => doStep(false),
  isMidway: isMidway("task_run", false),
  isForAll: async (trx, { subject_id }) => {
    const run = await readRunRow(trx, "task_run", subject_id);
    return run.action === "delete" || !needsAdmin(run);
  },
  end: endAs("tasks.run_ended"),
};

/** The work of a bulk action's undo. A stopped one can be started again. */
export const TASK_RUN_UNDO: JobWork = {
  open: async () => doStep(true),
  isMidway: isMidway("task_run", true),
  isForAll: async (trx, { subject_id }) =>
    !needsAdmin(await readRunRow(trx, "task_run", subject_id)),
  end: endAs("tasks.run_undone"),
};
