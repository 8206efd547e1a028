import type { Kysely, Transaction } from "kysely";
import { DAY_MS } from "#contract/time.ts";
import {
  RUN_ITEMS_PAGE,
  RUN_RESULTS,
  RUN_UNDO_DAYS,
  type RunProgress,
  type RunResult,
  type RunState,
  type UserRunItemsQuery,
} from "#contract/userRun.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { valuesIn } from "#server/db/dialect.ts";
import { inPages } from "#server/db/inPages.ts";
import type { Database, JobRow, TaskRunItemRow, UserRunItemRow } from "#server/db/schema.ts";
import { csvLine } from "#server/http/csv.ts";
import { conflict, HttpError, notFound } from "#server/http/errors.ts";
import type { Lease } from "./lease.ts";
import { beginJob, readJobs } from "./queries.ts";

/** The kinds of jobs whose items have results: bulk actions. Another job undoes them. */
export type RunKind = keyof RunItems;

/** The rows of their items. */
interface RunItems {
  user_run: UserRunItemRow;
  task_run: TaskRunItemRow;
}

const ITEMS = { user_run: "user_run_items", task_run: "task_run_items" } as const;
const UNDO = { user_run: "user_run_undo", task_run: "task_run_undo" } as const;

/** The job that carries a run out, and the one that undoes it. */
export interface RunJobs {
  job: JobRow;
  undo: JobRow | undefined;
}

/** Adds their jobs to runs. */
export async function withJobs<Row extends { id: string }>(
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

/** Adds its jobs to a run. Throws a 404 if it has none. */
export async function withItsJobs<Row extends { id: string }>(
  db: Kysely<Database>,
  kind: RunKind,
  row: Row,
): Promise<Row & RunJobs> {
  const [run] = await withJobs(db, kind, [row]);
  if (!run) throw notFound("Run not found");
  return run;
}

/** The state that a run and its undo have together. */
export function stateOf({ job, undo }: RunJobs): RunState {
  if (!undo) return job.state;
  if (undo.state === "stopped") return "stopped";
  return undo.state === "running" ? "undoing" : "undone";
}

/** The instant until which a run can be undone; null if it can't be undone. */
export function undoUntil(run: RunJobs, now: Date): string | null {
  const { ended_at } = run.job;
  const state = stateOf(run);
  if (ended_at === null || (state !== "done" && state !== "stopped")) return null;
  const until = new Date(Date.parse(ended_at) + RUN_UNDO_DAYS * DAY_MS);
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

/** The result of an item, and why it was not changed. */
export interface ItemResult {
  result: RunResult;
  reason: string;
}

export const UNCHANGED: ItemResult = { result: "unchanged", reason: "" };
export const UNDONE: ItemResult = { result: "undone", reason: "" };
export const CHANGED_SINCE: ItemResult = { result: "kept", reason: "Changed since" };

/** The result of a refusal. The queries refuse before they write, so the transaction goes on. */
export function refusal(failure: unknown, result: "refused" | "kept" = "refused"): ItemResult {
  if (!(failure instanceof HttpError)) throw failure;
  const { body } = failure;
  const reason = "error" in body ? body.error : (body.errors[0]?.msg ?? "Refused");
  return { result, reason };
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

/** Items of a run after a position. */
export async function nextItems<Kind extends RunKind>(
  db: Kysely<Database>,
  kind: Kind,
  runId: string,
  { after = 0, result }: UserRunItemsQuery,
  limit: number,
): Promise<RunItems[Kind][]> {
  const table: (typeof ITEMS)[RunKind] = ITEMS[kind];
  // The rows of the kind's own table.
  const rows: RunItems[RunKind][] = await db
    .selectFrom(table)
    .selectAll()
    .where("run_id", "=", runId)
    .where("position", ">", after)
    .$if(result !== undefined, (query) => query.where("result", "=", result as RunResult))
    .orderBy("position")
    .limit(limit)
    .execute();
  return rows as RunItems[Kind][];
}

/** A page of a run's items, and whether another follows. */
export async function itemsPage<Kind extends RunKind, Shown>(
  db: Kysely<Database>,
  kind: Kind,
  runId: string,
  search: UserRunItemsQuery,
  present: (item: RunItems[Kind]) => Shown,
): Promise<{ items: Shown[]; left: boolean }> {
  const rows = await nextItems(db, kind, runId, search, RUN_ITEMS_PAGE + 1);
  return {
    items: rows.slice(0, RUN_ITEMS_PAGE).map(present),
    left: rows.length > RUN_ITEMS_PAGE,
  };
}

const CSV_ROWS = 1_000;

const RESULTS: Readonly<Record<RunResult, string>> = {
  waiting: "Not attempted",
  done: "Done",
  unchanged: "Already so",
  left_out: "Left out",
  refused: "Refused",
  undone: "Undone",
  kept: "Kept",
};

/** The results of a run as CSV, in parts: what names an item, its result, and its id. */
export async function* resultLines<Kind extends RunKind>(
  db: Kysely<Database>,
  kind: Kind,
  runId: string,
  columns: { names: readonly string[]; idName: string },
  valuesOf: (item: RunItems[Kind]) => { values: readonly string[]; id: string },
): AsyncGenerator<string> {
  yield csvLine(["Row", ...columns.names, "Result", "Reason", columns.idName]);
  const read = (last?: RunItems[Kind]) =>
    nextItems(db, kind, runId, { after: last?.position ?? 0 }, CSV_ROWS);
  for await (const rows of inPages(CSV_ROWS, read)) {
    yield rows
      .map((row) => {
        const { values, id } = valuesOf(row);
        return csvLine([row.position, ...values, RESULTS[row.result], row.reason, id]);
      })
      .join("");
  }
}
