import type { Transaction } from "kysely";
import { jobItemId } from "#contract/inbox.ts";
import { TASKS_PER_STEP } from "#server/assignments/reassign.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { record } from "#server/changes/record.ts";
import { countRows } from "#server/db/countRows.ts";
import type { Database, JobRow, UserRunItemRow, UserRunRow } from "#server/db/schema.ts";
import type { ServerEvent } from "#server/eventBus.ts";
import { CHANGED_SINCE, nextItems, saveItems } from "#server/jobs/runItems.ts";
import { readRunRow } from "#server/jobs/runs.ts";
import { countUnrecorded, type JobWork, type Step } from "#server/jobs/step.ts";
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
): Promise<Step> {
  const run = await readRunRow(trx, "user_run", subject_id);
  const ofAction = run.action === "delete" ? STEP_DELETIONS : STEP_USERS;
  const size = run.hand_over_to === null ? ofAction : 1;
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

/** Records how many users a run or its undo has changed. Returns false if it has changed none. */
async function recordRun(
  trx: Transaction<Database>,
  job: JobRow,
  context: ChangeContext,
): Promise<boolean> {
  const { subject_id, kind } = job;
  const { id, action, role, team_id, team_name } = await readRunRow(trx, "user_run", subject_id);
  const changed = trx
    .selectFrom("user_run_items")
    .select("user_id")
    .where("run_id", "=", id)
    .where("result", "=", kind === "user_run" ? "done" : "undone");
  const count = await countUnrecorded(trx, job, await countRows(trx, changed));
  if (count === 0) return false;
  await record(trx, context, {
    kind: kind === "user_run" ? "users.run_ended" : "users.run_undone",
    subject: { kind: "user", id, name: "" },
    details: {
      run: action,
      count,
      ...(role !== null && { to: role }),
      ...(team_id !== null && { team: { id: team_id, name: team_name } }),
    },
    endedJob: { job, item: jobItemId(kind === "user_run" ? "user_run" : "user_run_undo", id) },
  });
  return true;
}

/** The work of a bulk action on users. */
export const USER_RUN: JobWork = {
  open: async () => changeUsers,
  async end(trx, job, context) {
    if (await recordRun(trx, job, context)) return [];
    return [{ type: "userRun", id: job.subject_id, change: "finished", by: null }];
  },
};

/** The work of a bulk action's undo. A stopped one can be started again. */
export const USER_RUN_UNDO: JobWork = {
  open: async () => restoreUsers,
  async end(trx, job, context) {
    if (await recordRun(trx, job, context)) return [];
    return [{ type: "userRun", id: job.subject_id, change: "undone", by: null }];
  },
};
