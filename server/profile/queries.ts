import type { Kysely } from "kysely";
import type { ProfileInput } from "#contract/profile.ts";
import { emailKey, findUserByEmail, findUserForSignIn } from "#server/accounts/email.ts";
import { revokeApiTokensOf } from "#server/apiTokens/queries.ts";
import { type AuditContext, record, userSubject } from "#server/audit/record.ts";
import { EMAIL_TAKEN } from "#server/auth/registration.ts";
import type { Database, UserRow } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { conflict } from "#server/http/errors.ts";
import { endSessionsOf } from "#server/sessions/sessions.ts";
import { getUser } from "#server/users/queries.ts";

/** Whether an address differs from the user's, ignoring case. */
export const changesEmail = (email: string, { email_key }: UserRow): boolean =>
  emailKey(email) !== email_key;

/**
 * Changes name and email address. A new address takes effect at once if `verifiedHash` is still the
 * user's password hash; otherwise it is pending. Throws a 409 if another account has the address.
 */
export async function updateProfile(
  db: Kysely<Database>,
  id: string,
  { name, email }: ProfileInput,
  { at, verifiedHash }: { at: Date; verifiedHash?: string | undefined },
): Promise<UserRow> {
  return await transaction(db, async (trx) => {
    const before = await getUser(trx, id);
    const pending = changesEmail(email, before) && verifiedHash !== before.password_hash;
    const holder = await (pending ? findUserForSignIn : findUserByEmail)(trx, email);
    if (holder && holder.id !== id) throw conflict(EMAIL_TAKEN);
    const addresses = pending
      ? { pending_email: email, pending_email_key: emailKey(email) }
      : { email, email_key: emailKey(email), pending_email: null, pending_email_key: null };
    await trx
      .updateTable("users")
      .set({ name, ...addresses })
      .where("id", "=", id)
      .execute();
    const context = { by: before, at };
    const subject = userSubject(before);
    if (name !== before.name) {
      const details = { from: before.name, to: name };
      await record(trx, context, { action: "user.renamed", subject, details });
    }
    if (!pending && email !== before.email)
      await record(trx, context, { action: "user.email_changed", subject });
    return await getUser(trx, id);
  });
}

/**
 * Replaces the password, ends the user's other sessions and revokes their API tokens. Returns false, and changes nothing, if
 * the password has changed since `user` was read.
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
    await revokeApiTokensOf(trx, user.id);
    const auditEvent = { action: "user.password_changed", subject: userSubject(user) } as const;
    await record(trx, context, auditEvent);
    return true;
  });
}
