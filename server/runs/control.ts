import type { Kysely } from "kysely";
import type { ChangeContext } from "#server/changes/context.ts";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import type { Lease } from "#server/jobs/lease.ts";
import { beginJob, isBegun } from "#server/jobs/queries.ts";
import { conflict, forbidden } from "#server/refusals.ts";
import type { RunKind, RunPlan } from "./runKind.ts";
import { findRun, jobOf, stateOf, undoUntil, type Viewer } from "./runs.ts";

/**
 * Plans and stores a run, and begins its job.
 *
 * @returns the lease of its job; undefined if the run isn't new: a request may be repeated
 */
export async function createRun<Details extends object>(
  db: Kysely<Database>,
  { name: kind }: RunKind<Details>,
  id: string,
  context: ChangeContext,
  plan: () => Promise<RunPlan<Details>>,
): Promise<Lease | undefined> {
  const job = { kind: jobOf(kind), subject_id: id };
  // Before the request is checked: what was right then may have changed since.
  if (await isBegun(db, job, context)) return undefined;
  const { details, insertItems } = await plan();
  return await transaction(db, async (trx) => {
    if (await isBegun(trx, job, context)) return undefined;
    await trx
      .insertInto("runs")
      .values({ id, kind, details: JSON.stringify(details) })
      .execute();
    await insertItems(trx, id);
    return await beginJob(trx, job, context);
  });
}

/**
 * Begins to undo a run. Throws a 403 if only admins may, and a 409 if the run can't be undone.
 *
 * @returns the lease of its job; undefined if the undo isn't new: a request may be repeated
 */
export async function beginUndo<Details extends object>(
  db: Kysely<Database>,
  kind: RunKind<Details>,
  id: string,
  viewer: Viewer,
  context: ChangeContext,
): Promise<Lease | undefined> {
  return await transaction(db, async (trx) => {
    const found = await findRun(trx, kind, id, viewer);
    if (viewer.role !== "admin" && kind.needsAdmin(found.run, true)) {
      throw forbidden("Only admins may undo this bulk action");
    }
    const state = stateOf(found);
    if (state === "undoing" || state === "undone") return undefined;
    if (undoUntil(kind, found, context.at) === null) {
      throw conflict("This run can't be undone, or no longer");
    }
    return await beginJob(trx, { kind: jobOf(kind.name, true), subject_id: id }, context);
  });
}
