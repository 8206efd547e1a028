import type { Kysely, Transaction } from "kysely";
import { DAY_MS } from "#contract/time.ts";
import {
  isUndoable,
  RUN_ITEMS_PAGE,
  RUN_RESULTS,
  RUN_UNDO_DAYS,
  RUNS_MAX,
  type RunResult,
  type RunState,
  type UserRun,
  type UserRunItem,
  type UserRunItemsQuery,
} from "#contract/userRun.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { Database, JobRow, UserRunItemRow, UserRunRow } from "#server/db/schema.ts";
import { notFound } from "#server/http/errors.ts";
import { readJobs } from "#server/jobs/queries.ts";

/** A run with the job that carries it out, and the one that undoes it. */
export interface RunRecord extends UserRunRow {
  job: JobRow;
  undo: JobRow | undefined;
}

/** Reads what a run does. Throws a 404 if there is none. */
export async function readRunRow(db: Kysely<Database>, id: string): Promise<UserRunRow> {
  return await db
    .selectFrom("user_runs")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => notFound("Run not found"));
}

/** Adds their jobs to runs. */
async function withJobs(db: Kysely<Database>, rows: readonly UserRunRow[]): Promise<RunRecord[]> {
  const jobs = await readJobs(
    db,
    rows.map(({ id }) => id),
  );
  return rows.flatMap((row) => {
    const ofRun = jobs.get(row.id);
    const job = ofRun?.get("user_run");
    return job ? { ...row, job, undo: ofRun?.get("user_run_undo") } : [];
  });
}

/** Reads a run with its jobs. Throws a 404 if there is none. */
export async function findRun(db: Kysely<Database>, id: string): Promise<RunRecord> {
  const [run] = await withJobs(db, [await readRunRow(db, id)]);
  if (!run) throw notFound("Run not found");
  return run;
}

/** The state that a run and its undo have together. */
export function stateOf({ job, undo }: RunRecord): RunState {
  if (!undo) return job.state;
  if (undo.state === "stopped") return "stopped";
  return undo.state === "running" ? "undoing" : "undone";
}

/** The instant until which a run can be undone; null if it can't be undone. */
export function undoUntil(run: RunRecord, now: Date): string | null {
  const { ended_at } = run.job;
  const state = stateOf(run);
  if (!isUndoable(run.action) || ended_at === null) return null;
  if (state !== "done" && state !== "stopped") return null;
  const until = new Date(Date.parse(ended_at) + RUN_UNDO_DAYS * DAY_MS);
  return until > now ? until.toISOString() : null;
}

const noCounts = () =>
  Object.fromEntries(RUN_RESULTS.map((result) => [result, 0])) as Record<RunResult, number>;

async function countResults(db: Kysely<Database>, ids: readonly string[]) {
  const rows = await db
    .selectFrom("user_run_items")
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

const present = (row: RunRecord, counts: UserRun["counts"], now: Date): UserRun => ({
  id: row.id,
  action: row.action,
  role: row.role,
  team: row.team_id === null ? null : { id: row.team_id, name: row.team_name },
  hand_over_to:
    row.hand_over_to === null ? null : { id: row.hand_over_to, name: row.hand_over_name },
  state: stateOf(row),
  created_at: row.job.made_at,
  created_by: { id: row.job.made_by, name: row.job.made_by_name },
  finished_at: row.job.ended_at,
  stop_reason: (row.undo ?? row.job).stop_reason,
  undo_until: undoUntil(row, now),
  total: row.total,
  counts,
});

/** A run with its counts. Throws a 404 if there is none. */
export async function readRun(db: Kysely<Database>, id: string, now: Date): Promise<UserRun> {
  const row = await findRun(db, id);
  return present(row, (await countResults(db, [id])).get(id) ?? noCounts(), now);
}

/** The newest runs. */
export async function listRuns(db: Kysely<Database>, now: Date): Promise<UserRun[]> {
  const rows = await db
    .selectFrom("user_runs")
    .innerJoin("jobs", "jobs.subject_id", "user_runs.id")
    .selectAll("user_runs")
    .where("jobs.kind", "=", "user_run")
    .orderBy("jobs.made_at", "desc")
    .orderBy("user_runs.id")
    .limit(RUNS_MAX)
    .execute();
  const counts = await countResults(
    db,
    rows.map(({ id }) => id),
  );
  return (await withJobs(db, rows)).map((row) =>
    present(row, counts.get(row.id) ?? noCounts(), now),
  );
}

/** Items of a run after a position. */
export async function nextItems(
  db: Kysely<Database>,
  runId: string,
  { after = 0, result }: UserRunItemsQuery,
  limit: number,
): Promise<UserRunItemRow[]> {
  let query = db
    .selectFrom("user_run_items")
    .selectAll()
    .where("run_id", "=", runId)
    .where("position", ">", after);
  if (result) query = query.where("result", "=", result);
  return await query.orderBy("position").limit(limit).execute();
}

/** One page of a run's users, and whether another follows. Throws a 404 if there is no such run. */
export async function listItems(
  db: Kysely<Database>,
  runId: string,
  search: UserRunItemsQuery,
): Promise<{ items: UserRunItem[]; left: boolean }> {
  await findRun(db, runId);
  const rows = await nextItems(db, runId, search, RUN_ITEMS_PAGE + 1);
  const items = rows
    .slice(0, RUN_ITEMS_PAGE)
    .map(({ position, user_id, user_name, user_email, result, reason }) => ({
      position,
      user: { id: user_id, name: user_name, email: user_email },
      result,
      reason,
    }));
  return { items, left: rows.length > items.length };
}

/**
 * Writes the results of items. Writes whole rows, because one update statement can't give each row its
 * own result.
 */
export async function saveItems(
  trx: Transaction<Database>,
  items: readonly UserRunItemRow[],
): Promise<void> {
  if (items.length === 0) return;
  await trx
    .insertInto("user_run_items")
    .values([...items])
    .onConflict((clash) =>
      clash.columns(["run_id", "position"]).doUpdateSet((eb) => ({
        result: eb.ref("excluded.result"),
        reason: eb.ref("excluded.reason"),
        before: eb.ref("excluded.before"),
        changed_at: eb.ref("excluded.changed_at"),
      })),
    )
    .execute();
}
