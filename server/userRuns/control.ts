import type { Kysely, Transaction } from "kysely";
import type { NamedRecord } from "#contract/id.ts";
import { valuesOf } from "#contract/task.ts";
import type { ChangeContext } from "#server/changeContext.ts";
import type { Database, UserRunRow } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { conflict, keyReused } from "#server/http/errors.ts";
import type { PlannedItem, RunPlan, RunRequest } from "./plan.ts";
import { findRun, leaseOf, undoUntil } from "./queries.ts";

/** Rows per statement: SQLite allows 32,766 parameters. */
const BATCH_ROWS = 1_000;

async function insertItems(
  trx: Transaction<Database>,
  run_id: string,
  items: readonly PlannedItem[],
): Promise<void> {
  for (let first = 0; first < items.length; first += BATCH_ROWS) {
    const rows = items
      .slice(first, first + BATCH_ROWS)
      .map(({ user_id, user_name, user_email, result, reason }, index) => ({
        run_id,
        position: first + index + 1,
        user_id,
        user_name,
        user_email,
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
 * Stores a run, on which the server `owner` will work.
 *
 * @returns whether the run is new: a request may be repeated
 */
export async function createRun(
  db: Kysely<Database>,
  id: string,
  request: RunRequest,
  { team, receiver, items }: RunPlan,
  { by, at, owner }: ChangeContext & { owner: string },
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
    undone_by_name: "",
    stop_reason: "",
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
    return true;
  });
}

/**
 * Makes the next slice of a run stop it: the users whom it hasn't reached stay as they are.
 *
 * @returns false if the run has ended, or is being stopped already
 */
export async function stopRun(db: Kysely<Database>, id: string, by: NamedRecord): Promise<boolean> {
  await findRun(db, id);
  // No transaction: on PostgreSQL it would conflict with the run's slices again and again.
  const stopped = await db
    .updateTable("user_runs")
    .set({ stop_reason: `Stopped by ${by.name}` })
    .where("id", "=", id)
    .where("state", "=", "running")
    .where("stop_reason", "=", "")
    .returning("id")
    .executeTakeFirst();
  return stopped !== undefined;
}

/**
 * Begins to undo a run, on which the server `owner` will work. Throws a 409 if the run can't be undone.
 *
 * @returns whether the undo is new: a request may be repeated
 */
export async function beginUndo(
  db: Kysely<Database>,
  id: string,
  { by, at, owner }: ChangeContext & { owner: string },
): Promise<boolean> {
  return await transaction(db, async (trx) => {
    const row = await findRun(trx, id);
    if (row.state === "undoing" || row.state === "undone") return false;
    if (undoUntil(row, at) === null) throw conflict("This run can't be undone, or no longer");
    const undone_by = { undone_by: by.id, undone_by_name: by.name };
    await trx
      .updateTable("user_runs")
      .set({ state: "undoing", ...undone_by, stop_reason: "", ...leaseOf(owner) })
      .where("id", "=", id)
      .execute();
    return true;
  });
}
