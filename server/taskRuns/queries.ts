import type { Kysely } from "kysely";
import type {
  TaskRun,
  TaskRunChange,
  TaskRunItemsQuery,
  TaskRunItemsResponse,
} from "#contract/taskRun.ts";
import { RUN_DAYS, RUN_UNDO_DAYS } from "#contract/userRun.ts";
import type { Database, TaskRunRow, UserRow } from "#server/db/schema.ts";
import { notFound } from "#server/http/errors.ts";
import { itemsPage, resultLines } from "#server/runs/runItems.ts";
import {
  newestRuns,
  presentRuns,
  type RunJobs,
  readRunRecord,
  undoUntil as undoableUntil,
} from "#server/runs/runs.ts";
import { restorableTasks } from "#server/tasks/deletedTasks.ts";

/** A user who reads or changes runs. */
export type Viewer = Pick<UserRow, "id" | "role">;

/** A run with the job that carries it out, and the one that undoes it. */
type RunRecord = TaskRunRow & RunJobs;

/** The new values of a run's tasks. */
export const changeOf = ({ change }: Pick<TaskRunRow, "change">): TaskRunChange =>
  JSON.parse(change) as TaskRunChange;

/** Reads a run with its jobs. Throws a 404 if there is none, or if it is another user's, except for admins. */
export async function findRun(
  db: Kysely<Database>,
  id: string,
  viewer: Viewer,
): Promise<RunRecord> {
  const run = await readRunRecord(db, "task_run", id);
  if (run.job.made_by !== viewer.id && viewer.role !== "admin") throw notFound("Run not found");
  return run;
}

/** The instant until which a run can be undone; null if it can't be undone. Deleted tasks are kept longer. */
export const undoUntil = (run: RunRecord, now: Date): string | null =>
  undoableUntil(run, now, run.action === "delete" ? RUN_DAYS : RUN_UNDO_DAYS);

/** Whether only admins may undo a run: they alone restore tasks, set teams, and hand over tasks of others. */
export const needsAdmin = (run: Pick<TaskRunRow, "action" | "change">): boolean =>
  run.action !== "change" || changeOf(run).team !== undefined;

/** Runs with their progress, as a user may see them. */
const present = async (
  db: Kysely<Database>,
  runs: readonly RunRecord[],
  viewer: Viewer,
  now: Date,
) =>
  await presentRuns(
    db,
    "task_run",
    runs,
    now,
    (row, progress): TaskRun => ({
      ...progress,
      action: row.action,
      change: changeOf(row),
      from: row.from_id === null ? null : { id: row.from_id, name: row.from_name },
      undo_until: viewer.role === "admin" || !needsAdmin(row) ? undoUntil(row, now) : null,
    }),
  );

/** A run with its progress, see {@link findRun}. */
export async function readRun(
  db: Kysely<Database>,
  id: string,
  viewer: Viewer,
  now: Date,
): Promise<TaskRun> {
  const [run] = await present(db, [await findRun(db, id, viewer)], viewer, now);
  if (!run) throw notFound("Run not found");
  return run;
}

/** A user's newest runs. */
export const listRuns = async (
  db: Kysely<Database>,
  viewer: Viewer,
  now: Date,
): Promise<TaskRun[]> =>
  await present(db, await newestRuns(db, "task_run", viewer.id), viewer, now);

/** One page of a run's tasks, and whether another follows. */
export async function listItems(
  db: Kysely<Database>,
  { id, action }: Pick<TaskRunRow, "id" | "action">,
  search: TaskRunItemsQuery,
): Promise<TaskRunItemsResponse> {
  const page = await itemsPage(db, "task_run", id, search, (item) => ({
    position: item.position,
    task: { id: item.task_id, title: item.title },
    result: item.result,
    reason: item.reason,
  }));
  if (action !== "delete") return page;
  const ids = page.items.map(({ task }) => task.id);
  const deleted = await restorableTasks(db, ids);
  const items = page.items.map((item) =>
    deleted.has(item.task.id) ? { ...item, restorable: true as const } : item,
  );
  return { ...page, items };
}

/** The results of a run as CSV, in parts. */
export const itemLines = (db: Kysely<Database>, runId: string): AsyncGenerator<string> =>
  resultLines(
    db,
    "task_run",
    runId,
    { names: ["Task"], idName: "Task ID" },
    ({ title, task_id }) => ({ values: [title], id: task_id }),
  );
