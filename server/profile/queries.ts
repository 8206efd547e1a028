import type { Kysely } from "kysely";
import type { ProfileInput } from "#contract/profile.ts";
import { emailKey, findUserByEmail, findUserForSignIn } from "#server/accounts/email.ts";
import { endSecrets } from "#server/accounts/endSecrets.ts";
import { type AuditContext, record, userSubject } from "#server/audit/record.ts";
import { EMAIL_TAKEN } from "#server/auth/registration.ts";
import type { Config } from "#server/config.ts";
import type { Database, UserRow } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { conflict } from "#server/http/errors.ts";
import { getUser } from "#server/users/queries.ts";

/** Whether an address differs from the user's, ignoring case. */
export const changesEmail = (email: string, { email_key }: UserRow): boolean =>
  emailKey(email) !== email_key;

/** How a new email address is accepted: `verifiedHash` is the hash of a password that was right. */
interface Acceptance extends Pick<Config, "emailChange"> {
  at: Date;
  verifiedHash: string | undefined;
}

/**
 * Changes name and email address. If EMAIL_CHANGE asks for the password, a new address is pending
 * unless `verifiedHash` is still the user's password hash. Throws a 409 if another account has the
 * address.
 */
export async function updateProfile(
  db: Kysely<Database>,
  id: string,
  { name, email }: ProfileInput,
  { at, emailChange, verifiedHash }: Acceptance,
): Promise<UserRow> {
  return await transaction(db, async (trx) => {
    const before = await getUser(trx, id);
    const isNew = changesEmail(email, before);
    const isConfirmed = emailChange === "immediate" || verifiedHash === before.password_hash;
    const pending = isNew && !isConfirmed;
    const holder = await (pending ? findUserForSignIn : findUserByEmail)(trx, email);
    if (holder && holder.id !== id) throw conflict(EMAIL_TAKEN);
    const addresses = pending
      ? { pending_email: email, pending_email_key: emailKey(email) }
      : {
          email,
          email_key: emailKey(email),
          pending_email: null,
          pending_email_key: null,
          ...(isNew && { email_verified: 0 }),
        };
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
    if (!pending && email !== before.email) {
      await record(trx, context, { action: "user.email_changed", subject });
      if (isNew) await endSecrets(trx, before, "email_changed", context);
    }
    return await getUser(trx, id);
  });
}

/**
 * Replaces the password, and ends the user's secrets except the session. Returns false, and changes
 * nothing, if the password has changed since `user` was read.
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
    await endSecrets(trx, user, "password_changed", context, { sessionId: keptSessionId });
    const auditEvent = { action: "user.password_changed", subject: userSubject(user) } as const;
    await record(trx, context, auditEvent);
    return true;
  });
}
