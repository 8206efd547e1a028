import type { Kysely } from "kysely";
import { findUserByEmail } from "#server/accounts/email.ts";
import { hashPassword, randomPassword } from "#server/accounts/passwords.ts";
import { proveAddress } from "#server/accounts/provenAddress.ts";
import { OPERATOR } from "#server/changes/context.ts";
import { record, userSubject } from "#server/changes/record.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { issueCode, LINK_CODE_MS } from "#server/oidc/codes.ts";
import { revokeAll } from "#server/secrets/revokeAll.ts";
import { revokeOfEverybody } from "#server/secrets/revokeOfEverybody.ts";
import { replaceKey } from "#server/sessions/signing.ts";
import { updateUser } from "#server/users/changeUser.ts";

/** The changes that an operator may make to an account. */
interface OperatorChange {
  admin: boolean;
  activate: boolean;
  newPassword: boolean;
  /** The origin of a link that signs in once, also while LOCAL_SIGN_IN is off; undefined: no link. */
  signInLink?: string | undefined;
}

/**
 * Changes the account with this email address, without checking any permission.
 *
 * @returns sentences that describe the result; undefined if there is no such account
 */
export async function changeAccount(
  db: Kysely<Database>,
  email: string,
  { admin, activate, newPassword, signInLink }: OperatorChange,
  at: Date,
): Promise<string[] | undefined> {
  const user = await findUserByEmail(db, email);
  if (!user) return undefined;
  const results: string[] = [];
  if (admin || activate) {
    const role = admin ? "admin" : undefined;
    await updateUser(db, user.id, { role, is_active: activate || undefined }, { by: OPERATOR, at });
    if (admin) results.push(user.role === "admin" ? "is an admin already" : "is an admin now");
    if (activate) results.push(user.is_active === 1 ? "is active already" : "is active now");
  }
  if (newPassword) {
    const password = await resetPassword(db, user, at);
    results.push(
      `has the password ${password} now, and is signed out everywhere. Change the password under Profile at once`,
    );
  }
  if (signInLink !== undefined) {
    const code = await issueCode(db, { userId: user.id }, LINK_CODE_MS, at);
    results.push(
      `can sign in within ten minutes, once, at ${signInLink}/login#sign-in=${code} . Keep this address secret`,
    );
  }
  return results.map((result) => `${user.email} ${result}.`);
}

/** Gives a user a random password, and ends their secrets. */
async function resetPassword(db: Kysely<Database>, user: UserRow, at: Date): Promise<string> {
  const password = randomPassword();
  const password_hash = await hashPassword(password);
  await transaction(db, async (trx) => {
    await trx.updateTable("users").set({ password_hash }).where("id", "=", user.id).execute();
    const context = { by: OPERATOR, at };
    await revokeAll(trx, user, "password_reset", context);
    await proveAddress(trx, user, context, { password: true });
    await record(trx, context, { kind: "user.password_reset", subject: userSubject(user) });
  });
  return password;
}

/**
 * Replaces the key that signs sessions, and ends what somebody who had the key may have made.
 *
 * @param keepTokens whether API tokens and calendar feeds stay
 * @returns a sentence about what has ended
 */
export async function rotateKey(
  db: Kysely<Database>,
  { keepTokens }: { keepTokens: boolean },
  at: Date,
): Promise<string> {
  return await transaction(db, async (trx) => {
    await replaceKey(trx);
    const because = keepTokens ? "key_rotated_keeping_tokens" : "key_rotated";
    return await revokeOfEverybody(trx, because, { by: OPERATOR, at });
  });
}
