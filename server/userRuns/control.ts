import type { Kysely, Transaction } from "kysely";
import { valuesOf } from "#contract/task.ts";
import { type AuditContext, record } from "#server/audit/record.ts";
import type { Database, UserRunRow } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { conflict, keyReused } from "#server/http/errors.ts";
import type { PlannedItem, RunPlan, RunRequest } from "./plan.ts";
import { findRun, leaseOf, undoUntil } from "./queries.ts";

/** Rows per statement: SQLite allows 32,766 parameters. */
const BATCH_ROWS = 1_000;

/** Records a run in the audit log as one entry. The run's items are its details. */
async function recordRun(
  trx: Transaction<Database>,
  context: AuditContext,
  action: "users.run_started" | "users.run_undone",
  run: Pick<UserRunRow, "id" | "action" | "role" | "team_id" | "team_name" | "total">,
): Promise<void> {
  await record(trx, context, {
    action,
    subject: { kind: "user", id: run.id, name: "" },
    details: {
      run: run.action,
      count: run.total,
      ...(run.role !== null && { to: run.role }),
      ...(run.team_id !== null && { team: { id: run.team_id, name: run.team_name } }),
    },
  });
}

async function insertItems(
  trx: Transaction<Database>,
  run_id: string,
  items: readonly PlannedItem[],
): Promise<void> {
  for (let first = 0; first < items.length; first += BATCH_ROWS) {
    const rows = items
      .slice(first, first + BATCH_ROWS)
      .map(({ user_id, user_name, result, reason }, index) => ({
        run_id,
        position: first + index + 1,
        user_id,
        user_name,
        result,
        reason,
        before: "",
        changed_at: null,
      }));
    await trx.insertInto("user_run_items").values(rows).execute();
  }
}

/**
 * Whether an earlier attempt of this request has created the run. Throws a 422 if that run is a
 * different one.
 */
export async function isCreated(
  db: Kysely<Database>,
  id: string,
  { action, user_ids }: RunRequest,
): Promise<boolean> {
  const earlier = await db
    .selectFrom("user_runs")
    .select(["action", "total"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!earlier) return false;
  if (earlier.action !== action || earlier.total !== valuesOf(user_ids).length) throw keyReused();
  return true;
}

/**
 * Stores a run, on which the server `owner` will work.
 *
 * @returns whether the run is new: a request may be repeated
 */
export async function createRun(
  db: Kysely<Database>,
  id: string,
  request: RunRequest,
  { team, receiver, items }: RunPlan,
  { by, at, owner }: AuditContext & { owner: string },
): Promise<boolean> {
  const row: UserRunRow = {
    id,
    action: request.action,
    role: request.action === "role" ? (request.role ?? null) : null,
    team_id: team?.id ?? null,
    team_name: team?.name ?? "",
    hand_over_to: receiver?.id ?? null,
    hand_over_name: receiver?.name ?? "",
    state: "running",
    created_at: at.toISOString(),
    created_by: by.id,
    created_by_name: by.name,
    finished_at: null,
    undone_by: null,
    total: items.length,
    ...leaseOf(owner),
  };
  return await transaction(db, async (trx) => {
    const inserted = await trx
      .insertInto("user_runs")
      .values(row)
      .onConflict((clash) => clash.column("id").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!inserted) return false;
    await insertItems(trx, id, items);
    await recordRun(trx, { by, at }, "users.run_started", row);
    return true;
  });
}

/** Stops a run: the users whom it hasn't reached stay as they are. Does nothing once it has ended. */
export async function stopRun(db: Kysely<Database>, id: string, at: Date): Promise<void> {
  await findRun(db, id);
  // No transaction: on PostgreSQL it would conflict with the run's slices again and again.
  await db
    .updateTable("user_runs")
    .set({ state: "stopped", finished_at: at.toISOString(), lease_owner: null, lease_until: null })
    .where("id", "=", id)
    .where("state", "=", "running")
    .execute();
}

/**
 * Begins to undo a run, on which the server `owner` will work. Throws a 409 if the run can't be undone.
 */
export async function beginUndo(
  db: Kysely<Database>,
  id: string,
  { by, at, owner }: AuditContext & { owner: string },
): Promise<void> {
  await transaction(db, async (trx) => {
    const row = await findRun(trx, id);
    if (row.state === "undoing" || row.state === "undone") return;
    if (undoUntil(row, at) === null) throw conflict("This run can't be undone, or no longer");
    await trx
      .updateTable("user_runs")
      .set({ state: "undoing", undone_by: by.id, ...leaseOf(owner) })
      .where("id", "=", id)
      .execute();
    await recordRun(trx, { by, at }, "users.run_undone", row);
  });
}
