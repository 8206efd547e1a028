import type { Transaction } from "kysely";
import { TASKS_PER_STEP } from "#server/assignments/reassign.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import type { Database, JobRow, UserRunItemRow, UserRunRow } from "#server/db/schema.ts";
import type { ServerEvent } from "#server/eventBus.ts";
import type { DoStep, JobWork, Step } from "#server/jobs/step.ts";
import { CHANGED_SINCE, nextItems, saveItems } from "#server/runs/runItems.ts";
import { endRun, isMidway, readRunRow } from "#server/runs/runs.ts";
import { changeItem } from "./change.ts";
import { changedSince, revertItem } from "./revert.ts";

/** Users per step: few, so that other requests wait only briefly. */
const STEP_USERS = 25;
/** Deletions take longer. */
const STEP_DELETIONS = 20;

/** The events for changed users whose sessions may have ended. */
function eventsOf(
  { team_id, action }: UserRunRow,
  items: readonly UserRunItemRow[],
): ServerEvent[] {
  const changed = items.filter(({ result }) => result === "done" || result === "undone");
  if (changed.length === 0) return [];
  if (team_id !== null || action === "role") return [];
  return changed.map(({ user_id }) => ({ type: "session", id: user_id }));
}

/** Changes the next users of a run, with their tasks, and stores their results. */
async function changeUsers(
  trx: Transaction<Database>,
  { subject_id }: JobRow,
  context: ChangeContext,
  { isStopping }: Parameters<DoStep>[3],
): Promise<Step> {
  const run = await readRunRow(trx, "user_run", subject_id);
  const ofAction = run.action === "delete" ? STEP_DELETIONS : STEP_USERS;
  const size = run.hand_over_to === null && !isStopping ? ofAction : 1;
  const items = await nextItems(trx, "user_run", run.id, { result: "waiting" }, size);
  const handled: UserRunItemRow[] = [];
  let reassigned = 0;
  for (const item of items) {
    // The next step handles the others.
    if (reassigned >= TASKS_PER_STEP) break;
    const { tasks = 0, ...outcome } = await changeItem(trx, run, item, {
      ...context,
      runId: run.id,
    });
    reassigned += tasks;
    const changed_at = outcome.result === "done" ? context.at.toISOString() : item.changed_at;
    handled.push({ ...item, ...outcome, changed_at });
    // The next step goes on with this user.
    if (outcome.result === "waiting") break;
  }
  await saveItems(trx, "user_run", handled);
  const isBegun = handled.at(-1)?.result === "waiting";
  return {
    events: eventsOf(run, handled),
    hasMore: isBegun || items.length === size || handled.length < items.length,
  };
}

/** Undoes the changes of the next users, and stores their results. */
async function restoreUsers(
  trx: Transaction<Database>,
  { subject_id }: JobRow,
  ofJob: ChangeContext,
): Promise<Step> {
  const run = await readRunRow(trx, "user_run", subject_id);
  const items = await nextItems(trx, "user_run", run.id, { result: "done" }, STEP_USERS);
  const later = await changedSince(trx, run, items);
  const context: ChangeContext = { ...ofJob, runId: run.id };
  const handled: UserRunItemRow[] = [];
  for (const item of items) {
    const outcome = later.has(item.user_id)
      ? CHANGED_SINCE
      : await revertItem(trx, run, item, context);
    handled.push({ ...item, ...outcome });
  }
  await saveItems(trx, "user_run", handled);
  return { events: eventsOf(run, handled), hasMore: items.length === STEP_USERS };
}

const endAs = (kind: "users.run_ended" | "users.run_undone"): JobWork["end"] =>
  endRun("user_run", kind === "users.run_undone", (run, count) => ({
    kind,
    subject: { kind: "user", id: run.id, name: "" },
    details: {
      run: run.action,
      count,
      ...(run.role !== null && { to: run.role }),
      ...(run.team_id !== null && { team: { id: run.team_id, name: run.team_name } }),
    },
  }));

/** The work of a bulk action on users. */
export const USER_RUN: JobWork = {
  open: async () => changeUsers,
  isMidway: isMidway("user_run", false),
  end: endAs("users.run_ended"),
};

/** The work of a bulk action's undo. A stopped one can be started again. */
export const USER_RUN_UNDO: JobWork = {
  open: async () => restoreUsers,
  end: endAs("users.run_undone"),
};
