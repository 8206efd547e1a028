import type { Transaction } from "kysely";
import type { AuditAction } from "#contract/audit.ts";
import type { UserRunAction } from "#contract/run.ts";
import type { Role } from "#contract/user.ts";
import { TASKS_PER_STEP } from "#server/assignments/reassign.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { IN_AUDIT_LOG } from "#server/changes/kinds.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { RunItemRow } from "#server/db/schema/jobs.ts";
import type { Database } from "#server/db/schema.ts";
import { deleteMember, insertMember } from "#server/teams/queries.ts";
import { changeUser } from "#server/users/changeUser.ts";
import { getUser } from "#server/users/queries.ts";
import { giveBack } from "./giveBack.ts";
import { CHANGED_SINCE, UNDONE } from "./runItems.ts";
import type { ItemResult, Run } from "./runKind.ts";
import { OWN_ACCOUNT, type UserRunDetails } from "./userPlan.ts";

interface ValueChanges {
  actions: readonly UserRunAction[];
  entries: readonly AuditAction[];
}

/** The runs and audit entries that change the same value of a user. */
const VALUES: readonly ValueChanges[] = [
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
  { id, action, team }: Run<UserRunDetails>,
  items: readonly RunItemRow[],
): Promise<Set<string>> {
  const value = VALUES.find(({ actions }) => actions.includes(action));
  const first = items.map(({ changed_at }) => changed_at ?? "").sort()[0];
  if (!value || first === undefined) return new Set();
  const ids = valuesIn(
    trx,
    items.map(({ item_id }) => item_id),
  );
  let single = trx
    .selectFrom("changes")
    .select(["subject_id as item_id", "at as changed_at"])
    .where("subject_id", "in", ids)
    .where(IN_AUDIT_LOG)
    .where("kind", "in", value.entries)
    .where("at", ">=", first);
  if (team) single = single.where("team_id", "=", team.id);
  const inRuns = await trx
    .selectFrom("run_items")
    .innerJoin("runs", "runs.id", "run_items.run_id")
    .select(["item_id", "changed_at", "details"])
    .where("item_id", "in", ids)
    .where("run_id", "!=", id)
    .where("result", "in", ["done", "kept"])
    .where("changed_at", ">=", first)
    .execute();
  const ofValue = inRuns.filter(({ details }) => {
    const run = JSON.parse(details) as UserRunDetails;
    return value.actions.includes(run.action) && run.team?.id === team?.id;
  });
  const times = new Map(items.map(({ item_id, changed_at }) => [item_id, changed_at ?? ""]));
  return new Set(
    [...(await single.execute()), ...ofValue].flatMap(({ item_id, changed_at }) =>
      (changed_at ?? "") >= (times.get(item_id) ?? "") ? item_id : [],
    ),
  );
}

/** The result of a user with so many tasks that the next step goes on with them. */
const GIVEN_BACK: ItemResult = {
  result: "done",
  reason: "Some of their tasks are given back already",
};

async function restoreUser(
  trx: Transaction<Database>,
  { id, action, role, hand_over_to: to }: Run<UserRunDetails>,
  { item_id: user_id, before }: RunItemRow,
  context: ChangeContext,
): Promise<ItemResult> {
  const user = await getUser(trx, user_id);
  if (action === "role") {
    if (user.role !== role) return CHANGED_SINCE;
    await changeUser(trx, user_id, { role: before as Role }, context);
    return UNDONE;
  }
  if ((user.is_active === 1) !== (action === "activate")) return CHANGED_SINCE;
  const from = { id: user_id, name: user.name };
  const tasks = to ? await giveBack(trx, { id, from, to }, context) : 0;
  if (tasks === TASKS_PER_STEP) return { ...GIVEN_BACK, tasks };
  await changeUser(trx, user_id, { is_active: before === "active" }, context);
  if (before === "waiting") {
    await trx
      .updateTable("users")
      .set({ awaiting_approval: 1 })
      .where("id", "=", user_id)
      .execute();
  }
  return { ...UNDONE, tasks };
}

/** Undoes a run's change of one user. A refusal keeps it. */
export async function revertItem(
  trx: Transaction<Database>,
  run: Run<UserRunDetails>,
  item: RunItemRow,
  context: ChangeContext,
): Promise<ItemResult> {
  const { action } = run;
  const { item_id: user_id } = item;
  const team = run.team?.id ?? "";
  const takesAccess = action === "activate" || (action === "role" && item.before === "member");
  if (takesAccess && user_id === context.by.id) return { result: "kept", reason: OWN_ACCOUNT };
  if (action === "add_to_team") await deleteMember(trx, team, user_id, context);
  else if (action === "remove_from_team") await insertMember(trx, team, user_id, context);
  else return await restoreUser(trx, run, item, context);
  return UNDONE;
}
