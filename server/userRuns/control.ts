import type { Kysely, Transaction } from "kysely";
import { valuesOf } from "#contract/task.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { batchesOf } from "#server/db/batches.ts";
import type { Database, UserRunRow } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { keyReused } from "#server/http/errors.ts";
import type { Lease } from "#server/jobs/lease.ts";
import { beginJob } from "#server/jobs/queries.ts";
import { beginUndoOf } from "#server/runs/runs.ts";
import type { PlannedItem, RunPlan, RunRequest } from "./plan.ts";
import { findRun, undoUntil } from "./queries.ts";

async function insertItems(
  trx: Transaction<Database>,
  run_id: string,
  items: readonly PlannedItem[],
): Promise<void> {
  const rows = items.map((item, index) => ({
    ...item,
    run_id,
    position: index + 1,
    before: "",
    changed_at: null,
  }));
  for (const batch of batchesOf(rows)) {
    await trx.insertInto("user_run_items").values(batch).execute();
  }
}

/**
 * Whether an earlier attempt of this request has created the run. Throws a 422 if that run is a
 * different one.
 */
export async function isCreated(
  db: Kysely<Database>,
  id: string,
  { action, user_ids, role, team, hand_over_to }: RunRequest,
): Promise<boolean> {
  const earlier = await db
    .selectFrom("user_runs")
    .select(["action", "role", "team_id", "hand_over_to"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!earlier) return false;
  const items = await db
    .selectFrom("user_run_items")
    .select("user_id")
    .where("run_id", "=", id)
    .orderBy("position")
    .execute();
  const ids = items.map(({ user_id }) => user_id).join();
  const isSame =
    earlier.action === action &&
    earlier.role === (earlier.role && role) &&
    earlier.team_id === (earlier.team_id && team) &&
    earlier.hand_over_to === (earlier.hand_over_to && hand_over_to) &&
    ids === valuesOf(user_ids).join();
  if (!isSame) throw keyReused();
  return true;
}

/**
 * Stores a run, and begins its job.
 *
 * @returns the lease of its job; undefined if the run isn't new: a request may be repeated
 */
export async function createRun(
  db: Kysely<Database>,
  id: string,
  request: RunRequest,
  { team, receiver, items }: RunPlan,
  context: ChangeContext,
): Promise<Lease | undefined> {
  const row: UserRunRow = {
    id,
    action: request.action,
    role: request.action === "role" ? (request.role ?? null) : null,
    team_id: team?.id ?? null,
    team_name: team?.name ?? "",
    hand_over_to: receiver?.id ?? null,
    hand_over_name: receiver?.name ?? "",
    total: items.length,
  };
  return await transaction(db, async (trx) => {
    const inserted = await trx
      .insertInto("user_runs")
      .values(row)
      .onConflict((clash) => clash.column("id").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!inserted) return undefined;
    await insertItems(trx, id, items);
    return await beginJob(trx, { kind: "user_run", subject_id: id }, context);
  });
}

/**
 * Begins to undo a run. Throws a 409 if the run can't be undone.
 *
 * @returns the lease of its job; undefined if the undo isn't new: a request may be repeated
 */
export async function beginUndo(
  db: Kysely<Database>,
  id: string,
  context: ChangeContext,
): Promise<Lease | undefined> {
  return await transaction(db, async (trx) => {
    const run = await findRun(trx, id);
    return await beginUndoOf(trx, "user_run", run, undoUntil(run, context.at), context);
  });
}
