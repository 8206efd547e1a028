import type { Kysely } from "kysely";
import { RUN_RESULTS, RUNS_MAX, type RunState } from "#contract/run.ts";
import type { RunProgress } from "#contract/shapes/run.ts";
import { DAY_MS } from "#contract/time.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { RunRow } from "#server/db/schema/jobs.ts";
import type { Database } from "#server/db/schema.ts";
import { notFound } from "#server/refusals.ts";
import type { Run, RunKind } from "./runKind.ts";

/** A user who reads or changes runs. */
export type Viewer = Pick<UserRow, "id" | "role">;

/** The job that carries out the runs of a kind, or that undoes them. */
export const jobOf = (name: RunRow["kind"], isUndo = false) =>
  isUndo ? (`${name}_run_undo` as const) : (`${name}_run` as const);

/** The runs of a kind, each with the job that carries it out, and the one that undoes it. */
const withJobs = (db: Kysely<Database>, name: RunRow["kind"]) =>
  db
    .selectFrom("runs")
    .innerJoin("jobs as job", (join) =>
      join.onRef("job.subject_id", "=", "runs.id").on("job.kind", "=", jobOf(name)),
    )
    .leftJoin("jobs as undo", (join) =>
      join.onRef("undo.subject_id", "=", "runs.id").on("undo.kind", "=", jobOf(name, true)),
    )
    .select(["runs.id", "details", "job.state", "job.made_at", "job.made_by", "job.made_by_name"])
    .select(["job.ended_at", "undo.state as undo_state"])
    .select((eb) => eb.fn.coalesce("undo.stop_reason", "job.stop_reason").as("stop_reason"));

type StoredRun = Awaited<ReturnType<ReturnType<typeof withJobs>["execute"]>>[number];
/** A run with what is stored of it. */
type RunRecord<Details> = StoredRun & { run: Run<Details> };

const parsed = <Details extends object, Row extends Pick<RunRow, "id" | "details">>(
  _kind: RunKind<Details>,
  row: Row,
): Row & { run: Run<Details> } => ({
  ...row,
  run: { ...(JSON.parse(row.details) as Details), id: row.id },
});

/** Reads what a run does. Throws a 404 if there is none. */
export async function readDetails<Details extends object>(
  db: Kysely<Database>,
  kind: RunKind<Details>,
  id: string,
): Promise<Run<Details>> {
  const row = await db
    .selectFrom("runs")
    .select(["id", "details"])
    .where("id", "=", id)
    .where("kind", "=", kind.name)
    .executeTakeFirstOrThrow(() => notFound("Run not found"));
  return parsed(kind, row).run;
}

/** Reads a run with its jobs. Throws a 404 if there is none, or if it is another user's, except for admins. */
export async function findRun<Details extends object>(
  db: Kysely<Database>,
  kind: RunKind<Details>,
  id: string,
  viewer: Viewer,
): Promise<RunRecord<Details>> {
  const row = await withJobs(db, kind.name)
    .where("runs.id", "=", id)
    .$if(viewer.role !== "admin", (query) => query.where("job.made_by", "=", viewer.id))
    .executeTakeFirstOrThrow(() => notFound("Run not found"));
  return parsed(kind, row);
}

/** The state that a run and its undo have together. */
export function stateOf({ state, undo_state }: Pick<StoredRun, "state" | "undo_state">): RunState {
  if (!undo_state) return state;
  if (undo_state === "stopped") return "stopped";
  return undo_state === "running" ? "undoing" : "undone";
}

/** The instant until which a run can be undone; null if it can't be undone. */
export function undoUntil<Details extends object>(
  kind: RunKind<Details>,
  found: RunRecord<Details>,
  now: Date,
): string | null {
  const { ended_at, run } = found;
  const state = stateOf(found);
  const days = kind.undoDays(run);
  if (days === 0 || ended_at === null || (state !== "done" && state !== "stopped")) return null;
  const until = new Date(Date.parse(ended_at) + days * DAY_MS);
  return until > now ? until.toISOString() : null;
}

type Counts = RunProgress["counts"];

const noCounts = (): Counts =>
  Object.fromEntries(RUN_RESULTS.map((result) => [result, 0])) as Counts;

/** The number of items of each run by their result. */
async function countResults(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Counts>> {
  const rows = await db
    .selectFrom("run_items")
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

/** Shows runs with their progress, as a user may see them. */
async function present<Details extends object>(
  db: Kysely<Database>,
  kind: RunKind<Details>,
  found: readonly RunRecord<Details>[],
  viewer: Viewer,
  now: Date,
): Promise<(RunProgress & Details)[]> {
  const ids = found.map(({ id }) => id);
  const countsOf = await countResults(db, ids);
  return found.map((record) => {
    const { run, made_at, made_by, made_by_name, ended_at, stop_reason } = record;
    const counts = countsOf.get(run.id) ?? noCounts();
    const mayUndo = viewer.role === "admin" || !kind.needsAdmin(run, true);
    return {
      ...run,
      state: stateOf(record),
      created_at: made_at,
      created_by: { id: made_by, name: made_by_name },
      finished_at: ended_at,
      stop_reason,
      undo_until: mayUndo ? undoUntil(kind, record, now) : null,
      total: Object.values(counts).reduce((sum, items) => sum + items, 0),
      counts,
    };
  });
}

/** A run with its progress, see {@link findRun}. */
export async function readRun<Details extends object>(
  db: Kysely<Database>,
  kind: RunKind<Details>,
  id: string,
  viewer: Viewer,
  now: Date,
): Promise<RunProgress & Details> {
  const [run] = await present(db, kind, [await findRun(db, kind, id, viewer)], viewer, now);
  if (!run) throw notFound("Run not found");
  return run;
}

/** The newest runs: those of a user, or of all admins. */
export async function listRuns<Details extends object>(
  db: Kysely<Database>,
  kind: RunKind<Details>,
  viewer: Viewer,
  now: Date,
): Promise<(RunProgress & Details)[]> {
  const rows = await withJobs(db, kind.name)
    .$if(!kind.isShared, (query) => query.where("job.made_by", "=", viewer.id))
    .orderBy("job.made_at", "desc")
    .orderBy("runs.id")
    .limit(RUNS_MAX)
    .execute();
  const found = rows.map((row) => parsed(kind, row));
  return await present(db, kind, found, viewer, now);
}
