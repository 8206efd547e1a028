import type { Transaction } from "kysely";
import type { UserUpdate } from "#contract/user.ts";
import { endSecrets } from "#server/accounts/endSecrets.ts";
import type { AuditContext } from "#server/audit/record.ts";
import type { Database, UserRow, UserRunItemRow, UserRunRow } from "#server/db/schema.ts";
import { HttpError } from "#server/http/errors.ts";
import { deleteMember, insertMember } from "#server/teams/queries.ts";
import { changeUser, getUser, removeUser } from "#server/users/queries.ts";

/** The result of an item. `before` is the value that an undo restores. */
export type Outcome = Pick<UserRunItemRow, "result" | "reason"> & { before?: string };

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
): Promise<Outcome> {
  const { before, changed } = await changeUser(trx, id, change, context);
  if (!changed) return UNCHANGED;
  return done(change.role ? before.role : statusOf(before));
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

/** Applies a run to one user, with the same queries as the calls for a single user. */
export async function changeItem(
  trx: Transaction<Database>,
  { action, role, team_id }: UserRunRow,
  id: string,
  context: AuditContext,
): Promise<Outcome> {
  const team = team_id ?? "";
  try {
    switch (action) {
      case "activate":
      case "deactivate":
        return await update(trx, id, { is_active: action === "activate" }, context);
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
        await removeUser(trx, id, context);
        return done();
      default:
        throw new Error(`Unknown action ${String(action satisfies never)}`);
    }
  } catch (failure) {
    return refusal(failure);
  }
}
