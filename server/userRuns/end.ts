import type { Transaction } from "kysely";
import type { NamedRecord } from "#contract/id.ts";
import { activeAdmins } from "#server/accounts/accountState.ts";
import { record } from "#server/audit/record.ts";
import type { ChangeContext } from "#server/changeContext.ts";
import { countRows } from "#server/db/countRows.ts";
import type { Database, UserRunRow } from "#server/db/schema.ts";
import type { ChangeEvent } from "#server/eventBus.ts";

/** The admin in whose name a run changes users: who started it, or who undoes it. */
export const makerOf = (run: UserRunRow): NamedRecord =>
  run.state === "undoing"
    ? { id: run.undone_by ?? "", name: run.undone_by_name }
    : { id: run.created_by, name: run.created_by_name };

/** Why a run must stop before its next users; "" if it may go on. */
export async function reasonToStop(
  trx: Transaction<Database>,
  { stop_reason }: UserRunRow,
  maker: NamedRecord,
): Promise<string> {
  if (stop_reason !== "") return stop_reason;
  const admin = await activeAdmins(trx).where("id", "=", maker.id).executeTakeFirst();
  return admin ? "" : `${maker.name} is no longer an active admin`;
}

/** Records in the audit log how many users a run or its undo has changed, if it has changed any. */
async function recordRun(
  trx: Transaction<Database>,
  { id, action, state, role, team_id, team_name }: UserRunRow,
  context: ChangeContext,
): Promise<void> {
  const isUndo = state === "undoing";
  const changed = trx
    .selectFrom("user_run_items")
    .select("user_id")
    .where("run_id", "=", id)
    .where("result", "=", isUndo ? "undone" : "done");
  const count = await countRows(trx, changed);
  if (count === 0) return;
  await record(trx, context, {
    action: isUndo ? "users.run_undone" : "users.run_ended",
    subject: { kind: "user", id, name: "" },
    details: {
      run: action,
      count,
      ...(role !== null && { to: role }),
      ...(team_id !== null && { team: { id: team_id, name: team_name } }),
    },
  });
}

/** Ends a run or its undo, in the transaction of its last slice. A stopped undo can be started again. */
export async function endRun(
  trx: Transaction<Database>,
  run: UserRunRow,
  stop_reason: string,
  context: ChangeContext,
): Promise<ChangeEvent> {
  const { id, finished_at } = run;
  const end = run.state === "undoing" ? ("undone" as const) : ("done" as const);
  await trx
    .updateTable("user_runs")
    .set({
      state: stop_reason === "" ? end : "stopped",
      stop_reason,
      finished_at: finished_at ?? context.at.toISOString(),
      lease_owner: null,
      lease_until: null,
    })
    .where("id", "=", id)
    .execute();
  await recordRun(trx, run, context);
  return { type: "userRun", id, change: end === "done" ? "finished" : "undone", by: null };
}
