import type { ProfileInput } from "#contract/profile.ts";
import { type AuditContext, record, theUser } from "#server/audit/record.ts";
import { EMAIL_TAKEN } from "#server/auth/accounts.ts";
import { endSessionsOf } from "#server/auth/sessions.ts";
import type { Database, UserRow } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { conflict } from "#server/http/errors.ts";
import { emailKey } from "#server/users/email.ts";
import { findUserByEmail, getUser } from "#server/users/queries.ts";
import type { Kysely } from "kysely";

/** Changes name and address. Throws a 409 when somebody else has the address. */
export async function updateProfile(
  db: Kysely<Database>,
  id: string,
  { name, email }: ProfileInput,
  at: Date,
): Promise<UserRow> {
  return await transaction(db, async (trx) => {
    const holder = await findUserByEmail(trx, email);
    if (holder && holder.id !== id) throw conflict(EMAIL_TAKEN);
    const before = await getUser(trx, id);
    await trx
      .updateTable("users")
      .set({ name, email, email_key: emailKey(email) })
      .where("id", "=", id)
      .execute();
    const context = { by: before, at };
    const subject = theUser(before);
    if (name !== before.name) {
      const details = { from: before.name, to: name };
      await record(trx, context, { action: "user.renamed", subject, details });
    }
    if (email !== before.email)
      await record(trx, context, { action: "user.email_changed", subject });
    return await getUser(trx, id);
  });
}

/**
 * Replaces the password and ends the user's other sessions. Says false, and changes nothing, when
 * the password was changed meanwhile.
 */
export async function replacePassword(
  db: Kysely<Database>,
  user: UserRow,
  newHash: string,
  keptSessionId: string,
  context: AuditContext,
): Promise<boolean> {
  return await transaction(db, async (trx) => {
    const changed = await trx
      .updateTable("users")
      .set({ password_hash: newHash })
      .where("id", "=", user.id)
      .where("password_hash", "=", user.password_hash)
      .returning("id")
      .executeTakeFirst();
    if (!changed) return false;
    await endSessionsOf(trx, user.id, keptSessionId);
    const auditEvent = { action: "user.password_changed", subject: theUser(user) } as const;
    await record(trx, context, auditEvent);
    return true;
  });
}
