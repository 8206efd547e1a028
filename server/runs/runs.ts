import type { Kysely, Transaction } from "kysely";
import { jobItemId } from "#contract/inbox.ts";
import { DAY_MS } from "#contract/time.ts";
import {
  RUN_RESULTS,
  RUN_UNDO_DAYS,
  RUNS_MAX,
  type RunProgress,
  type RunState,
} from "#contract/userRun.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { type Change, record } from "#server/changes/record.ts";
import { countRows } from "#server/db/countRows.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type {
  Database,
  JobRow,
  TaskRunItemRow,
  TaskRunRow,
  UserRunItemRow,
  UserRunRow,
} from "#server/db/schema.ts";
import { conflict, notFound } from "#server/http/errors.ts";
import type { Lease } from "#server/jobs/lease.ts";
import { beginJob, readJobs } from "#server/jobs/queries.ts";
import { countUnrecorded, type JobWork } from "#server/jobs/step.ts";

/** The kinds of jobs whose items have results: bulk actions. Another job undoes them. */
export type RunKind = keyof RunItems;

/** The rows of their items. */
export interface RunItems {
  user_run: UserRunItemRow;
  task_run: TaskRunItemRow;
}

/** The rows of what the bulk actions do. */
export interface RunRows {
  user_run: UserRunRow;
  task_run: TaskRunRow;
}

export const RUN_KINDS = ["user_run", "task_run"] as const satisfies readonly RunKind[];
export const RUNS = { user_run: "user_runs", task_run: "task_runs" } as const;
export const ITEMS = { user_run: "user_run_items", task_run: "task_run_items" } as const;
export const UNDO = { user_run: "user_run_undo", task_run: "task_run_undo" } as const;

/** The job that carries a run out, and the one that undoes it. */
export interface RunJobs {
  job: JobRow;
  undo: JobRow | undefined;
}

/** Reads what a run does. Throws a 404 if there is none. */
export async function readRunRow<Kind extends RunKind>(
  db: Kysely<Database>,
  kind: Kind,
  id: string,
): Promise<RunRows[Kind]> {
  const table: (typeof RUNS)[RunKind] = RUNS[kind];
  const row: RunRows[RunKind] = await db
    .selectFrom(table)
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => notFound("Run not found"));
  // The row of the kind's own table.
  return row as RunRows[Kind];
}

/** Adds their jobs to runs. */
async function withJobs<Row extends { id: string }>(
  db: Kysely<Database>,
  kind: RunKind,
  rows: readonly Row[],
): Promise<(Row & RunJobs)[]> {
  const jobs = await readJobs(
    db,
    rows.map(({ id }) => id),
  );
  return rows.flatMap((row) => {
    const ofRun = jobs.get(row.id);
    const job = ofRun?.get(kind);
    return job ? { ...row, job, undo: ofRun?.get(UNDO[kind]) } : [];
  });
}

/** Reads a run with its jobs. Throws a 404 if there is none. */
export async function readRunRecord<Kind extends RunKind>(
  db: Kysely<Database>,
  kind: Kind,
  id: string,
): Promise<RunRows[Kind] & RunJobs> {
  const [run] = await withJobs(db, kind, [await readRunRow(db, kind, id)]);
  if (!run) throw notFound("Run not found");
  return run;
}

/** Reads the newest runs with their jobs: those of one maker, or all. */
export async function newestRuns<Kind extends RunKind>(
  db: Kysely<Database>,
  kind: Kind,
  madeBy?: string,
): Promise<(RunRows[Kind] & RunJobs)[]> {
  const table: (typeof RUNS)[RunKind] = RUNS[kind];
  const rows: { id: string }[] = await db
    .selectFrom(table)
    .innerJoin("jobs", "jobs.subject_id", `${table}.id`)
    .selectAll(table)
    .where("jobs.kind", "=", kind)
    .$if(madeBy !== undefined, (query) => query.where("jobs.made_by", "=", madeBy as string))
    .orderBy("jobs.made_at", "desc")
    .orderBy(`${table}.id`)
    .limit(RUNS_MAX)
    .execute();
  // The rows of the kind's own table.
  return await withJobs(db, kind, rows as RunRows[Kind][]);
}

/** The state that a run and its undo have together. */
function stateOf({ job, undo }: RunJobs): RunState {
  if (!undo) return job.state;
  if (undo.state === "stopped") return "stopped";
  return undo.state === "running" ? "undoing" : "undone";
}

/** The instant until which a run can be undone; null if it can't be undone. */
export function undoUntil(run: RunJobs, now: Date, days: number = RUN_UNDO_DAYS): string | null {
  const { ended_at } = run.job;
  const state = stateOf(run);
  if (ended_at === null || (state !== "done" && state !== "stopped")) return null;
  const until = new Date(Date.parse(ended_at) + days * DAY_MS);
  return until > now ? until.toISOString() : null;
}

/**
 * Begins to undo a run. Throws a 409 if it can't be undone.
 *
 * @param until the instant until which it can be undone
 * @returns the lease of the job; undefined if the undo isn't new: a request may be repeated
 */
export async function beginUndoOf(
  trx: Transaction<Database>,
  kind: RunKind,
  run: RunJobs & { id: string },
  until: string | null,
  context: ChangeContext,
): Promise<Lease | undefined> {
  const state = stateOf(run);
  if (state === "undoing" || state === "undone") return undefined;
  if (until === null) throw conflict("This run can't be undone, or no longer");
  return await beginJob(trx, { kind: UNDO[kind], subject_id: run.id }, context);
}

type Counts = RunProgress["counts"];

const noCounts = (): Counts =>
  Object.fromEntries(RUN_RESULTS.map((result) => [result, 0])) as Counts;

/** The number of items of each run by their result. */
async function countResults(
  db: Kysely<Database>,
  kind: RunKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Counts>> {
  const rows = await db
    .selectFrom(ITEMS[kind])
    .select(["run_id", "result"])
    .select(({ fn }) => fn.countAll<number | string>().as("items"))
    .where("run_id", "in", valuesIn(db, ids))
    .groupBy(["run_id", "result"])
    .execute();
  const counts = new Map(ids.map((id) => [id, noCounts()]));
  for (const { run_id, result, items } of rows) {
    const ofRun = counts.get(run_id);
    if (ofRun) ofRun[result] = Number(items);
  }
  return counts;
}

/** Shows runs with their progress, in their order. */
export async function presentRuns<Row extends RunJobs & { id: string; total: number }, Shown>(
  db: Kysely<Database>,
  kind: RunKind,
  runs: readonly Row[],
  now: Date,
  present: (run: Row, progress: RunProgress) => Shown,
): Promise<Shown[]> {
  const ids = runs.map(({ id }) => id);
  const counts = await countResults(db, kind, ids);
  return runs.map((run) =>
    present(run, {
      id: run.id,
      state: stateOf(run),
      created_at: run.job.made_at,
      created_by: { id: run.job.made_by, name: run.job.made_by_name },
      finished_at: run.job.ended_at,
      stop_reason: (run.undo ?? run.job).stop_reason,
      undo_until: undoUntil(run, now),
      total: run.total,
      counts: counts.get(run.id) ?? noCounts(),
    }),
  );
}

/** The result of items that a run, or its undo, has yet to handle. */
export const pendingResult = (isUndo: boolean) => (isUndo ? "done" : "waiting");

/**
 * Whether a step has changed a part of an item, whose reason says so. A stop then waits for the rest of it:
 * an item is changed completely or not at all.
 */
export const isMidway =
  (kind: RunKind, isUndo: boolean): NonNullable<JobWork["isMidway"]> =>
  async (trx, { subject_id }) => {
    const begun = await trx
      .selectFrom(ITEMS[kind])
      .select("run_id")
      .where("run_id", "=", subject_id)
      .where("result", "=", pendingResult(isUndo))
      .where("reason", "<>", "")
      .limit(1)
      .executeTakeFirst();
    return begun !== undefined;
  };

const EVENTS = { user_run: "userRun", task_run: "taskRun" } as const;

/**
 * The end of a bulk action or of its undo: records how many items it has changed. If it has changed none,
 * only an event tells its end.
 *
 * @param describe the record
 */
export function endRun<Kind extends RunKind>(
  kind: Kind,
  isUndo: boolean,
  describe: (run: RunRows[Kind], count: number, context: ChangeContext) => Omit<Change, "endedJob">,
): JobWork["end"] {
  return async (trx, job, context) => {
    const run = await readRunRow(trx, kind, job.subject_id);
    const table: (typeof ITEMS)[RunKind] = ITEMS[kind];
    const changed = trx
      .selectFrom(table)
      .select("run_id")
      .where("run_id", "=", run.id)
      .where("result", "=", isUndo ? "undone" : "done");
    const count = await countUnrecorded(trx, job, await countRows(trx, changed));
    if (count === 0) {
      const change = isUndo ? "undone" : "finished";
      return [{ type: EVENTS[kind], id: run.id, change, by: null }];
    }
    const item = jobItemId(isUndo ? UNDO[kind] : kind, run.id);
    await record(trx, context, { ...describe(run, count, context), endedJob: { job, item } });
    return [];
  };
}
