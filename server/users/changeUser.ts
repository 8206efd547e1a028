import type { Kysely, Transaction } from "kysely";
import type { UserUpdate } from "#contract/user.ts";
import { activeAdmins } from "#server/accounts/accountState.ts";
import { type ChangeContext, withoutId } from "#server/changes/context.ts";
import { isRecorded } from "#server/changes/earlierAttempt.ts";
import { record, userSubject } from "#server/changes/record.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { conflict } from "#server/refusals.ts";
import { revokeAll } from "#server/secrets/revokeAll.ts";
import { getUser } from "./queries.ts";

const isActiveAdmin = (user: UserRow) => user.role === "admin" && user.is_active === 1;

/** Throws a 409 for the last active admin. Call it in the transaction that demotes or removes the user. */
export async function requireOtherAdmin(trx: Transaction<Database>, user: UserRow): Promise<void> {
  if (!isActiveAdmin(user)) return;
  const other = await activeAdmins(trx).where("id", "!=", user.id).limit(1).executeTakeFirst();
  if (!other) throw conflict("The last active admin can't be demoted, deactivated or deleted");
}

/**
 * Changes a user's role or activity. Deactivation ends their secrets. `changed` is false if the update
 * repeats the values `before`. If it refuses (404 or 409), it throws before it writes.
 */
export async function changeUser(
  trx: Transaction<Database>,
  id: string,
  update: UserUpdate,
  context: ChangeContext,
): Promise<{ before: UserRow; user: UserRow; changed: boolean }> {
  const before = await getUser(trx, id);
  const after: UserRow = {
    ...before,
    role: update.role ?? before.role,
    is_active: update.is_active === undefined ? before.is_active : Number(update.is_active),
    awaiting_approval: update.is_active === true ? 0 : before.awaiting_approval,
  };
  if (!isActiveAdmin(after)) await requireOtherAdmin(trx, before);
  const { role, is_active, awaiting_approval } = after;
  await trx
    .updateTable("users")
    .set({ role, is_active, awaiting_approval })
    .where("id", "=", id)
    .execute();
  if (after.is_active === 0) await revokeAll(trx, before, "deactivated", context);
  const roleChanged = after.role !== before.role;
  const activityChanged = after.is_active !== before.is_active;
  const subject = userSubject(before);
  if (roleChanged) {
    const details = { from: before.role, to: after.role };
    await record(trx, context, { kind: "user.role_changed", subject, details });
  }
  if (activityChanged) {
    const kind = after.is_active === 1 ? "user.activated" : "user.deactivated";
    await record(trx, roleChanged ? withoutId(context) : context, { kind, subject });
  }
  return { before, user: after, changed: roleChanged || activityChanged };
}

/** {@link changeUser} in a transaction of its own. */
export async function updateUser(
  db: Kysely<Database>,
  id: string,
  update: UserUpdate,
  context: ChangeContext,
): Promise<{ user: UserRow }> {
  return await transaction(db, async (trx) => {
    if (await isRecorded(trx, context)) return { user: await getUser(trx, id) };
    return await changeUser(trx, id, update, context);
  });
}
