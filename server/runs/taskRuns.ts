import { fieldsOf, RUN_DAYS, RUN_UNDO_DAYS } from "#contract/run.ts";
import { TASKS_PER_STEP } from "#server/assignments/reassign.ts";
import { userSubject } from "#server/changes/record.ts";
import { restorableTasks } from "#server/tasks/deletedTasks.ts";
import { getUser } from "#server/users/queries.ts";
import { handOverItems, returnItems } from "./handOver.ts";
import { handleEach } from "./runItems.ts";
import type { RunKind } from "./runKind.ts";
import { readRequest, type TaskRunDetails } from "./taskPlan.ts";
import { changeItems, deleteItem, restoreItem, revertItem } from "./taskRunStep.ts";

const STEP_TASKS = 50;

/** Bulk actions on tasks, and hand-overs. All users may change and delete tasks (§6). */
export const TASK_RUNS: RunKind<TaskRunDetails> = {
  name: "task",
  noun: "Task",
  isShared: false,
  columns: [["Task", "name"]],
  read: readRequest,
  // Only admins restore tasks, set teams, and hand over tasks of others.
  needsAdmin: ({ action, change }, isUndo) =>
    action === "hand_over" || change.team !== undefined || (isUndo && action === "delete"),
  // Deleted tasks are kept longer.
  undoDays: ({ action }) => (action === "delete" ? RUN_DAYS : RUN_UNDO_DAYS),
  stepSize: ({ action }) => (action === "hand_over" ? TASKS_PER_STEP : STEP_TASKS),
  async change(trx, run, items, context) {
    if (run.action === "hand_over") return await handOverItems(trx, run, items, context);
    const changer = { user: await getUser(trx, context.by.id), context };
    if (run.action === "change")
      return await changeItems(trx, items, fieldsOf(run.change), changer);
    return await handleEach(items, (item) => deleteItem(trx, item, changer));
  },
  async revert(trx, run, items, context) {
    if (run.action === "hand_over") return await returnItems(trx, run, items, context);
    const changer = { user: await getUser(trx, context.by.id), context };
    const revert = run.action === "delete" ? restoreItem : revertItem;
    return await handleEach(items, (item) => revert(trx, item, changer));
  },
  entryOf({ id, action, change, from }, by) {
    const to = change.assignee?.name;
    return {
      subject: userSubject(from ?? by),
      details: {
        tasks: action,
        ...(from && { from: from.name, ...(to !== undefined && { to }) }),
      },
      ends: `taskRun ${id}`,
    };
  },
  async presentItems(db, { action }, items) {
    const ids = items.map(({ item_id }) => item_id);
    const restorable = action === "delete" ? await restorableTasks(db, ids) : new Set();
    return items.map(({ item_id: id, name: title }) => ({
      task: { id, title },
      ...(restorable.has(id) && { restorable: true }),
    }));
  },
};
