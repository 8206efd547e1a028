import { type Kysely, sql, type Transaction } from "kysely";
import type { UserUpdate } from "#contract/user.ts";
import { type AuditContext, isRecorded, record, userSubject } from "#server/audit/record.ts";
import type { Database, UserRow } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { conflict, notFound, unauthorized } from "#server/http/errors.ts";
import { endSessionsOf } from "#server/sessions/sessions.ts";

/**
 * Users by name: all, or if there are more than `limit`, those with the oldest accounts. Members
 * don't see who waits for approval.
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

/** Throws a 404 when there is no such user. */
export async function getUser(db: Kysely<Database>, id: string): Promise<UserRow> {
  const user = await db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
  if (!user) throw notFound("User not found");
  return user;
}

/**
 * Throws a 401 when a caller has been deleted since they were let in. Call it in the transaction
 * that writes their name or id down.
 */
export async function requireCaller(trx: Transaction<Database>, { id }: UserRow): Promise<void> {
  const there = await trx.selectFrom("users").select("id").where("id", "=", id).executeTakeFirst();
  if (!there) throw unauthorized("Please sign in");
}

const isActiveAdmin = (user: UserRow) => user.role === "admin" && user.is_active === 1;

/** Throws a 409 when nobody else could administer. Call it in the transaction that changes them. */
async function keepAnAdmin(trx: Transaction<Database>, leaving: UserRow): Promise<void> {
  const other = await trx
    .selectFrom("users")
    .select("id")
    .where("role", "=", "admin")
    .where("is_active", "=", 1)
    .where("id", "!=", leaving.id)
    .limit(1)
    .executeTakeFirst();
  if (!other) throw conflict("The last active admin can't be demoted, deactivated or deleted");
}

/**
 * Changes role or activity; deactivation ends the user's sessions. Tells whether anything was
 * changed. Throws 404 or 409.
 */
export async function updateUser(
  db: Kysely<Database>,
  id: string,
  update: UserUpdate,
  context: AuditContext,
): Promise<{ user: UserRow; changed: boolean }> {
  return await transaction(db, async (trx) => {
    const before = await getUser(trx, id);
    const after: UserRow = {
      ...before,
      role: update.role ?? before.role,
      is_active: update.is_active === undefined ? before.is_active : Number(update.is_active),
      awaiting_approval: update.is_active === true ? 0 : before.awaiting_approval,
    };
    if (isActiveAdmin(before) && !isActiveAdmin(after)) await keepAnAdmin(trx, before);
    await trx
      .updateTable("users")
      .set({
        role: after.role,
        is_active: after.is_active,
        awaiting_approval: after.awaiting_approval,
      })
      .where("id", "=", id)
      .execute();
    if (after.is_active === 0) await endSessionsOf(trx, id);
    const newRole = after.role !== before.role;
    const newActivity = after.is_active !== before.is_active;
    const subject = userSubject(before);
    if (newRole) {
      const details = { from: before.role, to: after.role };
      await record(trx, context, { action: "user.role_changed", subject, details });
    }
    if (newActivity) {
      const action = after.is_active === 1 ? "user.activated" : "user.deactivated";
      await record(trx, context, { action, subject });
    }
    return { user: after, changed: newRole || newActivity };
  });
}

/**
 * Deletes a user with their sessions and memberships. Their tasks become unassigned, their
 * comments stay under their name. Throws 404 or 409.
 */
export async function deleteUser(
  db: Kysely<Database>,
  id: string,
  context: AuditContext,
): Promise<void> {
  await transaction(db, async (trx) => {
    if (await isRecorded(trx, context)) return;
    const user = await getUser(trx, id);
    if (isActiveAdmin(user)) await keepAnAdmin(trx, user);
    await trx
      .updateTable("tasks")
      .set((eb) => ({
        assignee_id: null,
        updated_at: context.at.toISOString(),
        version: eb("version", "+", 1),
      }))
      .where("assignee_id", "=", id)
      .execute();
    await trx.deleteFrom("users").where("id", "=", id).execute();
    await record(trx, context, { action: "user.deleted", subject: userSubject(user) });
  });
}
