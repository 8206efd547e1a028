import type { Transaction } from "kysely";
import type { NamedRecord } from "#contract/id.ts";
import type { UserUpdate } from "#contract/user.ts";
import { endSecrets } from "#server/accounts/endSecrets.ts";
import { handOver } from "#server/assignments/reassign.ts";
import type { AuditContext } from "#server/audit/record.ts";
import type { Database, UserRow, UserRunItemRow, UserRunRow } from "#server/db/schema.ts";
import { HttpError } from "#server/http/errors.ts";
import { findReceiver } from "#server/tasks/handOver.ts";
import { deleteMember, insertMember } from "#server/teams/queries.ts";
import { changeUser, getUser, removeUser } from "#server/users/queries.ts";

/**
 * The result of an item. `before` is the value that an undo restores, `tasks` the number of tasks that
 * have got another assignee, or none.
 */
export type Outcome = Pick<UserRunItemRow, "result" | "reason"> & {
  before?: string;
  tasks?: number;
};

const UNCHANGED: Outcome = { result: "unchanged", reason: "" };
const done = (before = ""): Outcome => ({ result: "done", reason: "", before });

/** An outcome of a refusal. The queries refuse before they write, so the transaction goes on. */
export function refusal(failure: unknown, result: "refused" | "kept" = "refused"): Outcome {
  if (!(failure instanceof HttpError)) throw failure;
  const { body } = failure;
  const reason = "error" in body ? body.error : (body.errors[0]?.msg ?? "Refused");
  return { result, reason };
}

/** A user's status, as an undo restores it. */
const statusOf = ({ is_active, awaiting_approval }: UserRow): string =>
  is_active ? "active" : awaiting_approval ? "waiting" : "inactive";

async function update(
  trx: Transaction<Database>,
  id: string,
  change: UserUpdate,
  context: AuditContext,
  heir: NamedRecord | null = null,
): Promise<Outcome> {
  const { before, changed } = await changeUser(trx, id, change, context);
  if (!changed) return UNCHANGED;
  const tasks = heir ? await handOver(trx, before, heir, context) : 0;
  return { ...done(change.role ? before.role : statusOf(before)), tasks };
}

/** Changes a membership. The query throws `status` if the membership is already as requested. */
async function changeMembership(change: Promise<unknown>, status: number): Promise<Outcome> {
  try {
    await change;
    return done();
  } catch (failure) {
    if (failure instanceof HttpError && failure.statusCode === status) return UNCHANGED;
    throw failure;
  }
}

/**
 * Applies a run to one user, with the same queries as the calls for a single user. A user whose tasks
 * can't be handed over stays as they are.
 */
export async function changeItem(
  trx: Transaction<Database>,
  { action, role, team_id, hand_over_to }: UserRunRow,
  id: string,
  context: AuditContext,
): Promise<Outcome> {
  const team = team_id ?? "";
  try {
    // Before the first write, because a refusal doesn't roll back.
    const heir =
      hand_over_to === null ? null : await findReceiver(trx, [id], hand_over_to, "hand_over_to");
    switch (action) {
      case "activate":
        return await update(trx, id, { is_active: true }, context);
      case "deactivate":
        return await update(trx, id, { is_active: false }, context, heir);
      case "role":
        return await update(trx, id, { role: role ?? "member" }, context);
      case "add_to_team":
        return await changeMembership(insertMember(trx, team, id, context), 409);
      case "remove_from_team":
        return await changeMembership(deleteMember(trx, team, id, context), 404);
      case "end_sessions": {
        const { sessions } = await endSecrets(trx, await getUser(trx, id), "signed_out", context);
        return sessions ? done() : UNCHANGED;
      }
      case "delete":
        return { ...done(), tasks: await removeUser(trx, id, context, heir) };
      default:
        throw new Error(`Unknown action ${String(action satisfies never)}`);
    }
  } catch (failure) {
    return refusal(failure);
  }
}
