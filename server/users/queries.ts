import { type Kysely, sql, type Transaction } from "kysely";
import type { NamedRecord } from "#contract/id.ts";
import type { UserUpdate } from "#contract/user.ts";
import { activeAdmins } from "#server/accounts/accountState.ts";
import { handOver, reassignTasks, TASKS_PER_STEP } from "#server/assignments/reassign.ts";
import { type ChangeContext, withoutId } from "#server/changes/context.ts";
import { isRecorded, record, userSubject } from "#server/changes/record.ts";
import { inTransactions } from "#server/db/inTransactions.ts";
import type { Database, UserRow } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { conflict, notFound, unauthorized } from "#server/http/errors.ts";
import { revokeAll } from "#server/secrets/revokeAll.ts";

/**
 * Users by name; beyond `limit`, the oldest accounts. Members don't see users who wait for approval.
 */
export async function listUsers(
  db: Kysely<Database>,
  { role }: UserRow,
  limit: number,
): Promise<UserRow[]> {
  const all = db.selectFrom("users").selectAll().orderBy("created_at").orderBy("id").limit(limit);
  const listed = role === "admin" ? all : all.where("awaiting_approval", "=", 0);
  return await db
    .selectFrom(listed.as("users"))
    .selectAll()
    .orderBy(sql`lower(name)`)
    .orderBy("id")
    .execute();
}

/** Reads a user. Throws a 404 if there is none. */
export async function getUser(db: Kysely<Database>, id: string): Promise<UserRow> {
  return await db
    .selectFrom("users")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => notFound("User not found"));
}

/**
 * Throws a 401 if the caller was deleted after the access check. Call it in the transaction that
 * stores their id or name.
 */
export async function requireCaller(trx: Transaction<Database>, { id }: UserRow): Promise<void> {
  const found = await trx.selectFrom("users").select("id").where("id", "=", id).executeTakeFirst();
  if (!found) throw unauthorized("Please sign in");
}

const isActiveAdmin = (user: UserRow) => user.role === "admin" && user.is_active === 1;

/** Throws a 409 if there is no other active admin. Call it in the transaction of the change. */
async function requireOtherAdmin(trx: Transaction<Database>, admin: UserRow): Promise<void> {
  const other = await activeAdmins(trx).where("id", "!=", admin.id).limit(1).executeTakeFirst();
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
  if (isActiveAdmin(before) && !isActiveAdmin(after)) await requireOtherAdmin(trx, before);
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

/** Reads a user. Throws a 404 if there is none, and a 409 if it is the last active admin. */
async function getRemovableUser(trx: Transaction<Database>, id: string): Promise<UserRow> {
  const user = await getUser(trx, id);
  if (isActiveAdmin(user)) await requireOtherAdmin(trx, user);
  return user;
}

/**
 * Takes up to {@link TASKS_PER_STEP} tasks from a user who can be deleted, and returns their number.
 * Open ones go to the heir, if there is one; the others become unassigned, unless `onlyOpen`. If it
 * refuses (404 or 409), it throws before it writes.
 */
export async function releaseTasks(
  trx: Transaction<Database>,
  id: string,
  { heir, onlyOpen }: { heir: NamedRecord | null; onlyOpen: boolean },
  context: ChangeContext,
): Promise<number> {
  const from = await getRemovableUser(trx, id);
  const open = heir ? await handOver(trx, from, heir, context) : 0;
  if (onlyOpen || open === TASKS_PER_STEP) return open;
  const max = TASKS_PER_STEP - open;
  return open + (await reassignTasks(trx, { from, to: null, onlyOpen: false, max }, context));
}

/**
 * Deletes a user with their sessions and memberships; {@link releaseTasks} comes first. Their comments
 * keep their name. If it refuses (404 or 409), it throws before it writes.
 */
export async function removeUser(
  trx: Transaction<Database>,
  id: string,
  context: ChangeContext,
): Promise<void> {
  const user = await getRemovableUser(trx, id);
  await revokeAll(trx, user, "deleted", context);
  await trx.deleteFrom("users").where("id", "=", id).execute();
  await record(trx, context, { kind: "user.deleted", subject: userSubject(user) });
}

/**
 * Deletes a user, whose tasks become unassigned. With many tasks and webhooks, a single transaction
 * would hold up all other requests.
 */
export async function deleteUser(
  db: Kysely<Database>,
  id: string,
  context: ChangeContext,
): Promise<void> {
  await inTransactions(db, async (trx) => {
    if (await isRecorded(trx, context)) return false;
    const tasks = await releaseTasks(trx, id, { heir: null, onlyOpen: false }, context);
    if (tasks === TASKS_PER_STEP) return true;
    await removeUser(trx, id, context);
    return false;
  });
}
