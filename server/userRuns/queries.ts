import type { Kysely } from "kysely";
import {
  isUndoable,
  type UserRun,
  type UserRunItemsQuery,
  type UserRunItemsResponse,
} from "#contract/userRun.ts";
import type { Database, UserRunRow } from "#server/db/schema.ts";
import { notFound } from "#server/http/errors.ts";
import { itemsPage, resultLines } from "#server/runs/runItems.ts";
import {
  newestRuns,
  presentRuns,
  type RunJobs,
  readRunRecord,
  undoUntil as undoableUntil,
} from "#server/runs/runs.ts";

/** A run with the job that carries it out, and the one that undoes it. */
type RunRecord = UserRunRow & RunJobs;

/** Reads a run with its jobs. Throws a 404 if there is none. */
export const findRun = async (db: Kysely<Database>, id: string): Promise<RunRecord> =>
  await readRunRecord(db, "user_run", id);

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
export const listRuns = async (db: Kysely<Database>, now: Date): Promise<UserRun[]> =>
  await present(db, await newestRuns(db, "user_run"), now);

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
