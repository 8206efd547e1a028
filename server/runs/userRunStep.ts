import type { Transaction } from "kysely";
import type { UserUpdate } from "#contract/user.ts";
import { TASKS_PER_STEP } from "#server/assignments/reassign.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { RunItemRow } from "#server/db/schema/jobs.ts";
import type { Database } from "#server/db/schema.ts";
import { Refusal, type RefusalKind } from "#server/refusals.ts";
import { revokeAll } from "#server/secrets/revokeAll.ts";
import { findReceiver } from "#server/tasks/openTasks.ts";
import { deleteMember, insertMember } from "#server/teams/queries.ts";
import { changeUser } from "#server/users/changeUser.ts";
import { releaseTasks, removeUser } from "#server/users/deleteUser.ts";
import { getUser } from "#server/users/queries.ts";
import { done, UNCHANGED } from "./runItems.ts";
import type { ItemResult } from "./runKind.ts";
import type { UserRunDetails } from "./userPlan.ts";

/** A user's status, as an undo restores it. */
const statusOf = ({ is_active, awaiting_approval }: UserRow): string =>
  is_active ? "active" : awaiting_approval ? "waiting" : "inactive";

async function update(
  trx: Transaction<Database>,
  id: string,
  change: UserUpdate,
  context: ChangeContext,
): Promise<ItemResult> {
  const { before, changed } = await changeUser(trx, id, change, context);
  return changed ? done(change.role ? before.role : statusOf(before)) : UNCHANGED;
}

/** The results of a user with so many tasks or comments that the next step goes on with them. */
const REASSIGNED: ItemResult = {
  result: "waiting",
  reason: "Some of their tasks are reassigned already",
};
const RELEASED: ItemResult = {
  result: "waiting",
  reason: "Some of their tasks and comments no longer have them as the author",
};

/**
 * Deactivates or deletes a user after their tasks have got another assignee, or none: many tasks take
 * several steps.
 */
async function retire(
  trx: Transaction<Database>,
  { action, hand_over_to }: UserRunDetails,
  id: string,
  context: ChangeContext,
): Promise<ItemResult> {
  const isDeleted = action === "delete";
  // Before the first write, because a refusal doesn't roll back.
  const heir = hand_over_to && (await findReceiver(trx, [id], hand_over_to.id, "hand_over_to"));
  if (!isDeleted && (await getUser(trx, id)).is_active === 0) return UNCHANGED;
  const tasks =
    isDeleted || heir ? await releaseTasks(trx, id, { heir, onlyOpen: !isDeleted }, context) : 0;
  if (tasks === TASKS_PER_STEP) return { ...REASSIGNED, tasks };
  if (!isDeleted) return { ...(await update(trx, id, { is_active: false }, context)), tasks };
  const hasMore = await removeUser(trx, id, context);
  return { ...(hasMore ? RELEASED : done()), tasks };
}

/** Changes a membership. The query refuses with `kind` if the membership is already as requested. */
async function changeMembership(change: Promise<unknown>, kind: RefusalKind): Promise<ItemResult> {
  try {
    await change;
    return done();
  } catch (failure) {
    if (failure instanceof Refusal && failure.kind === kind) return UNCHANGED;
    throw failure;
  }
}

/**
 * Applies a run to one user, with the same queries as the calls for a single user. A user whose tasks
 * can't be handed over stays as they are.
 */
export async function changeItem(
  trx: Transaction<Database>,
  run: UserRunDetails,
  { item_id: id }: RunItemRow,
  context: ChangeContext,
): Promise<ItemResult> {
  const { action, role } = run;
  const team = run.team?.id ?? "";
  switch (action) {
    case "activate":
      return await update(trx, id, { is_active: true }, context);
    case "deactivate":
    case "delete":
      return await retire(trx, run, id, context);
    case "role":
      return await update(trx, id, { role: role ?? "member" }, context);
    case "add_to_team":
      return await changeMembership(insertMember(trx, team, id, context), "conflict");
    case "remove_from_team":
      return await changeMembership(deleteMember(trx, team, id, context), "not_found");
    case "end_sessions": {
      const sessions = await revokeAll(trx, await getUser(trx, id), "signed_out", context);
      return sessions ? done() : UNCHANGED;
    }
    default:
      throw new Error(`Unknown action ${String(action satisfies never)}`);
  }
}
