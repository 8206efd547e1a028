import type { Kysely, Transaction } from "kysely";
import {
  isUndoable,
  RUNS_MAX,
  type UserRun,
  type UserRunItemsQuery,
  type UserRunItemsResponse,
} from "#contract/userRun.ts";
import type { Database, UserRunItemRow, UserRunRow } from "#server/db/schema.ts";
import { notFound } from "#server/http/errors.ts";
import {
  itemsPage,
  presentRuns,
  type RunJobs,
  resultLines,
  undoUntil as undoableUntil,
  withItsJobs,
  withJobs,
} from "#server/jobs/runs.ts";

/** A run with the job that carries it out, and the one that undoes it. */
export type RunRecord = UserRunRow & RunJobs;

/** Reads what a run does. Throws a 404 if there is none. */
export async function readRunRow(db: Kysely<Database>, id: string): Promise<UserRunRow> {
  return await db
    .selectFrom("user_runs")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => notFound("Run not found"));
}

/** Reads a run with its jobs. Throws a 404 if there is none. */
export const findRun = async (db: Kysely<Database>, id: string): Promise<RunRecord> =>
  await withItsJobs(db, "user_run", await readRunRow(db, id));

/** The instant until which a run can be undone; null if it can't be undone. */
export const undoUntil = (run: RunRecord, now: Date): string | null =>
  isUndoable(run.action) ? undoableUntil(run, now) : null;

/** Runs with their progress. */
const present = async (db: Kysely<Database>, runs: readonly RunRecord[], now: Date) =>
  await presentRuns(
    db,
    "user_run",
    runs,
    now,
    (row, progress): UserRun => ({
      ...progress,
      action: row.action,
      role: row.role,
      team: row.team_id === null ? null : { id: row.team_id, name: row.team_name },
      hand_over_to:
        row.hand_over_to === null ? null : { id: row.hand_over_to, name: row.hand_over_name },
      undo_until: undoUntil(row, now),
    }),
  );

/** A run with its counts. Throws a 404 if there is none. */
export async function readRun(db: Kysely<Database>, id: string, now: Date): Promise<UserRun> {
  const [run] = await present(db, [await findRun(db, id)], now);
  if (!run) throw notFound("Run not found");
  return run;
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
  return await present(db, await withJobs(db, "user_run", rows), now);
}

/** One page of a run's users, and whether another follows. Throws a 404 if there is no such run. */
export async function listItems(
  db: Kysely<Database>,
  runId: string,
  search: UserRunItemsQuery,
): Promise<UserRunItemsResponse> {
  await findRun(db, runId);
  return await itemsPage(db, "user_run", runId, search, (item) => ({
    position: item.position,
    user: { id: item.user_id, name: item.user_name, email: item.user_email },
    result: item.result,
    reason: item.reason,
  }));
}

/** The results of a run as CSV, in parts. */
export const itemLines = (db: Kysely<Database>, runId: string): AsyncGenerator<string> =>
  resultLines(
    db,
    "user_run",
    runId,
    { names: ["User", "Email"], idName: "User ID" },
    ({ user_name, user_email, user_id }) => ({ values: [user_name, user_email], id: user_id }),
  );

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
