import type { Transaction } from "kysely";
import type { AuditAction } from "#contract/audit.ts";
import type { Role } from "#contract/user.ts";
import type { RunAction } from "#contract/userRun.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { IN_AUDIT_LOG } from "#server/changes/kinds.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { Database, UserRunItemRow, UserRunRow } from "#server/db/schema.ts";
import { CHANGED_SINCE, type ItemResult, refusal, UNDONE } from "#server/runs/runItems.ts";
import { deleteMember, insertMember } from "#server/teams/queries.ts";
import { changeUser } from "#server/users/changeUser.ts";
import { getUser } from "#server/users/queries.ts";
import { OWN_ACCOUNT } from "./plan.ts";

interface Kind {
  actions: readonly RunAction[];
  entries: readonly AuditAction[];
}

/** The runs and audit entries that change the same value of a user. */
const KINDS: readonly Kind[] = [
  { actions: ["activate", "deactivate"], entries: ["user.activated", "user.deactivated"] },
  { actions: ["role"], entries: ["user.role_changed"] },
  {
    actions: ["add_to_team", "remove_from_team"],
    entries: ["team.member_added", "team.member_removed"],
  },
];

/** The users of these items whose value was changed since, by a single call or by another run. */
export async function changedSince(
  trx: Transaction<Database>,
  { id, action, team_id }: UserRunRow,
  items: readonly UserRunItemRow[],
): Promise<Set<string>> {
  const kind = KINDS.find(({ actions }) => actions.includes(action));
  const first = items.map(({ changed_at }) => changed_at ?? "").sort()[0];
  if (!kind || first === undefined) return new Set();
  const ids = valuesIn(
    trx,
    items.map(({ user_id }) => user_id),
  );
  let single = trx
    .selectFrom("changes")
    .select(["subject_id as user_id", "at"])
    .where("subject_id", "in", ids)
    .where(IN_AUDIT_LOG)
    .where("kind", "in", kind.entries)
    .where("at", ">=", first);
  if (team_id !== null) single = single.where("team_id", "=", team_id);
  let inRuns = trx
    .selectFrom("user_run_items")
    .innerJoin("user_runs", "user_runs.id", "user_run_items.run_id")
    .select(["user_id", "changed_at as at"])
    .where("user_id", "in", ids)
    .where("run_id", "!=", id)
    .where("user_runs.action", "in", kind.actions)
    .where("result", "in", ["done", "kept"])
    .where("changed_at", ">=", first);
  if (team_id !== null) inRuns = inRuns.where("team_id", "=", team_id);
  const later = [...(await single.execute()), ...(await inRuns.execute())];
  const times = new Map(items.map(({ user_id, changed_at }) => [user_id, changed_at ?? ""]));
  return new Set(
    later.flatMap(({ user_id, at }) => ((at ?? "") >= (times.get(user_id) ?? "") ? user_id : [])),
  );
}

async function restoreUser(
  trx: Transaction<Database>,
  { action, role }: UserRunRow,
  { user_id, before }: UserRunItemRow,
  context: ChangeContext,
): Promise<ItemResult> {
  const user = await getUser(trx, user_id);
  if (action === "role") {
    if (user.role !== role) return CHANGED_SINCE;
    await changeUser(trx, user_id, { role: before as Role }, context);
    return UNDONE;
  }
  if ((user.is_active === 1) !== (action === "activate")) return CHANGED_SINCE;
  await changeUser(trx, user_id, { is_active: before === "active" }, context);
  if (before === "waiting") {
    await trx
      .updateTable("users")
      .set({ awaiting_approval: 1 })
      .where("id", "=", user_id)
      .execute();
  }
  return UNDONE;
}

/** Undoes a run's change of one user. */
export async function revertItem(
  trx: Transaction<Database>,
  run: UserRunRow,
  item: UserRunItemRow,
  context: ChangeContext,
): Promise<ItemResult> {
  const { action, team_id } = run;
  const { user_id } = item;
  const takesAccess = action === "activate" || (action === "role" && item.before === "member");
  if (takesAccess && user_id === context.by.id) return { result: "kept", reason: OWN_ACCOUNT };
  try {
    if (action === "add_to_team") await deleteMember(trx, team_id ?? "", user_id, context);
    else if (action === "remove_from_team")
      await insertMember(trx, team_id ?? "", user_id, context);
    else return await restoreUser(trx, run, item, context);
    return UNDONE;
  } catch (failure) {
    return refusal(failure, "kept");
  }
}
