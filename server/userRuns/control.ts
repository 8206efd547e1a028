import type { Kysely, Transaction } from "kysely";
import type { ChangeContext } from "#server/changes/context.ts";
import { batchesOf } from "#server/db/batches.ts";
import type { Database, UserRunRow } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import type { Lease } from "#server/jobs/lease.ts";
import { beginJob, isBegun } from "#server/jobs/queries.ts";
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
    const job = { kind: "user_run", subject_id: id } as const;
    if (await isBegun(trx, job, context)) return undefined;
    await trx.insertInto("user_runs").values(row).execute();
    await insertItems(trx, id, items);
    return await beginJob(trx, job, context);
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
