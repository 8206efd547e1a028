import type { Kysely, Transaction } from "kysely";
import type { InferType } from "yup";
import type { userRunRule } from "#contract/rules/run.ts";
import {
  canHandOver,
  isUndoable,
  LEFT_OUT_MAX,
  mustConfirm,
  type RunResult,
  type UserRunAction,
} from "#contract/run.ts";
import type { RunProgress, UserRun, UserRunCheck } from "#contract/shapes/run.ts";
import { COUNT_MAX, valuesOf } from "#contract/task.ts";
import { batchesOf } from "#server/db/batches.ts";
import { countRows } from "#server/db/countRows.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { RunItemRow } from "#server/db/schema/jobs.ts";
import type { Database } from "#server/db/schema.ts";
import { refused } from "#server/refusals.ts";
import { findReceiver, openTasksOf } from "#server/tasks/openTasks.ts";
import { findTeam } from "#server/teams/queries.ts";

/** A validated request for a run. */
type RunRequest = InferType<typeof userRunRule>;

/** What a bulk action on users does: a change of one value of each. */
export type UserRunDetails = Omit<UserRun, keyof RunProgress>;

/** A run before it begins. Its items are `waiting`, or have a result that is already known. */
interface UserPlan {
  details: UserRunDetails;
  items: Pick<RunItemRow, "item_id" | "name" | "email" | "result" | "reason">[];
}

/** Actions that nobody may apply to their own account in a run. */
const GUARDED: ReadonlySet<UserRunAction> = new Set([
  "deactivate",
  "role",
  "end_sessions",
  "delete",
]);
export const OWN_ACCOUNT = "Your own account";
const NO_USER = "User not found";

async function findRunTeam(db: Kysely<Database>, { action, team: id }: RunRequest) {
  if ((action !== "add_to_team" && action !== "remove_from_team") || !id) return null;
  const team = await findTeam(db, id);
  if (!team) throw refused([{ param: "team", msg: "Team does not exist" }]);
  return { id, name: team.name };
}

/** The ids of those users who are in the team, or who have a session. */
async function idsAmong(
  db: Kysely<Database>,
  table: "team_members" | "sessions",
  ids: readonly string[],
  teamId: string | undefined,
): Promise<Set<string>> {
  let query = db.selectFrom(table).select("user_id").where("user_id", "in", valuesIn(db, ids));
  if (teamId !== undefined) {
    query = query.where(db.dynamic.ref<"user_id">("team_id"), "=", teamId);
  }
  return new Set((await query.execute()).map(({ user_id }) => user_id));
}

/** Finds the users whom an action would not change. */
async function unchangedBy(
  db: Kysely<Database>,
  { action, role }: RunRequest,
  ids: readonly string[],
  teamId: string | undefined,
): Promise<(user: Pick<UserRow, "id" | "role" | "is_active">) => boolean> {
  if (action === "activate") return ({ is_active }) => is_active === 1;
  if (action === "deactivate") return ({ is_active }) => is_active === 0;
  if (action === "role") return (user) => user.role === role;
  if (action === "delete") return () => false;
  const found = await idsAmong(
    db,
    action === "end_sessions" ? "sessions" : "team_members",
    ids,
    teamId,
  );
  return ({ id }) => found.has(id) === (action === "add_to_team");
}

/**
 * Plans a run: the users that it changes, and those that it leaves out, with reasons. Throws a 400 if
 * the team does not exist or the receiver can't receive tasks.
 */
export async function planRun(
  db: Kysely<Database>,
  request: RunRequest,
  callerId: string,
): Promise<UserPlan> {
  const ids = valuesOf(request.user_ids);
  const { action, role = null, hand_over_to } = request;
  const receiver =
    canHandOver(action) && hand_over_to
      ? await findReceiver(db, ids, hand_over_to, "hand_over_to")
      : null;
  const team = await findRunTeam(db, request);
  const users = await db
    .selectFrom("users")
    .select(["id", "name", "email", "role", "is_active"])
    .where("id", "in", valuesIn(db, ids))
    .execute();
  const known = new Map(users.map((user) => [user.id, user]));
  const isUnchanged = await unchangedBy(db, request, ids, team?.id);
  const items = ids.map((item_id) => {
    const user = known.get(item_id);
    const plan = (result: RunResult, reason = "") => {
      const { name = "", email = "" } = user ?? {};
      return { item_id, name, email, result, reason };
    };
    if (!user) return plan("refused", NO_USER);
    if (item_id === callerId && GUARDED.has(action)) return plan("left_out", OWN_ACCOUNT);
    return plan(isUnchanged(user) ? "unchanged" : "waiting");
  });
  const details = { action, role: action === "role" ? role : null, team, hand_over_to: receiver };
  return { details, items };
}

/** Stores the items of a planned run. */
export async function insertPlanned(
  trx: Transaction<Database>,
  run_id: string,
  { items }: UserPlan,
): Promise<void> {
  const rows = items.map((item, index) => ({ ...item, run_id, position: index + 1 }));
  for (const batch of batchesOf(rows)) {
    await trx.insertInto("run_items").values(batch).execute();
  }
}

/** Counts the open tasks of these users, up to a limit. */
async function countOpen(db: Kysely<Database>, ids: readonly string[]) {
  const count = await countRows(db, openTasksOf(db, ids).limit(COUNT_MAX + 1));
  return count > COUNT_MAX ? { count: COUNT_MAX, atLeast: true as const } : { count };
}

/** The users that a plan changes. */
const changingIds = ({ items }: UserPlan): string[] =>
  items.flatMap(({ item_id, result }) => (result === "waiting" ? item_id : []));

/** Throws a 400 unless a request that must be confirmed has the number of users that it changes. */
export function requireConfirmation(run: RunRequest, plan: UserPlan): void {
  const changing = changingIds(plan).length;
  if (run.confirm_count === changing || !mustConfirm(run, changing)) return;
  const msg = `Confirm the number of users that this changes: ${changing}`;
  throw refused([{ param: "confirm_count", msg }]);
}

/** The preview of a planned run. */
export async function checkPlan(
  db: Kysely<Database>,
  run: RunRequest,
  plan: UserPlan,
): Promise<UserRunCheck> {
  const ids = changingIds(plan);
  const count = (result: RunResult) => plan.items.filter((item) => item.result === result).length;
  const leftOut = plan.items.filter(({ result }) => result === "left_out");
  const active = db.selectFrom("users").select("id").where("is_active", "=", 1);
  return {
    changing: ids.length,
    unchanged: count("unchanged"),
    missing: count("refused"),
    left_out: leftOut.length,
    left_out_users: leftOut
      .slice(0, LEFT_OUT_MAX)
      .map(({ item_id: id, name, reason }) => ({ id, name, reason })),
    open_tasks: canHandOver(run.action) ? await countOpen(db, ids) : { count: 0 },
    active_users: await countRows(db, active),
    must_confirm: mustConfirm(run, ids.length),
    can_undo: isUndoable(run.action),
  };
}
