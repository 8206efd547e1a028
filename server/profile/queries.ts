import type { Kysely } from "kysely";
import type { ProfileInput } from "#contract/profile.ts";
import { emailKey } from "#contract/user.ts";
import { findUserByEmail, findUserForSignIn } from "#server/accounts/email.ts";
import { EMAIL_TAKEN } from "#server/auth/registration.ts";
import { type ChangeContext, withoutId } from "#server/changes/context.ts";
import { isRecorded } from "#server/changes/earlierAttempt.ts";
import { record, userSubject } from "#server/changes/record.ts";
import type { Config } from "#server/config.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/schema.ts";
import { searchText } from "#server/db/text/searchText.ts";
import { transaction } from "#server/db/transaction.ts";
import { conflict } from "#server/refusals.ts";
import { revokeAll } from "#server/secrets/revokeAll.ts";
import { getUser } from "#server/users/queries.ts";

/** Whether an address differs from the user's, ignoring case. */
export const changesEmail = (email: string, { email_key }: UserRow): boolean =>
  emailKey(email) !== email_key;

/** How a new email address is accepted: `verifiedHash` is the hash of a password that was right. */
interface Acceptance extends Pick<Config, "emailChange"> {
  context: ChangeContext;
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
  { context, emailChange, verifiedHash }: Acceptance,
): Promise<UserRow> {
  return await transaction(db, async (trx) => {
    const before = await getUser(trx, id);
    if (await isRecorded(trx, context)) return before;
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
      .set({ name, search_text: searchText(name, pending ? before.email : email), ...addresses })
      .where("id", "=", id)
      .execute();
    const subject = userSubject(before);
    if (name !== before.name) {
      const details = { from: before.name, to: name };
      await record(trx, context, { kind: "user.renamed", subject, details });
    }
    if (!pending && email !== before.email) {
      const own = name === before.name ? context : withoutId(context);
      await record(trx, own, { kind: "user.email_changed", subject });
      if (isNew) await revokeAll(trx, before, "email_changed", context);
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
  context: ChangeContext,
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
    await revokeAll(trx, user, "password_changed", context, { sessionId: keptSessionId });
    const auditEvent = { kind: "user.password_changed", subject: userSubject(user) } as const;
    await record(trx, context, auditEvent);
    return true;
  });
}
