import type { Transaction } from "kysely";
import { emailKey } from "#contract/user.ts";
import { record, userSubject } from "#server/changes/record.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/schema.ts";
import { searchText } from "#server/db/text/searchText.ts";
import { revokeAll } from "#server/secrets/revokeAll.ts";
import { findUserByEmail } from "./email.ts";

/**
 * Confirms a pending address after a sign-in with it. Returns the updated user, or undefined if the
 * address is no longer pending or another account has taken it.
 */
export async function confirmEmail(
  trx: Transaction<Database>,
  user: UserRow,
  email: string,
  at: Date,
): Promise<UserRow | undefined> {
  const key = emailKey(email);
  if (key === user.email_key) return user;
  const { pending_email, pending_email_key } = user;
  if (pending_email === null || key !== pending_email_key) return undefined;
  if (await findUserByEmail(trx, pending_email)) return undefined;
  const confirmed = {
    email: pending_email,
    email_key: key,
    search_text: searchText(user.name, pending_email),
    email_verified: 0,
    pending_email: null,
    pending_email_key: null,
  };
  await trx.updateTable("users").set(confirmed).where("id", "=", user.id).execute();
  const context = { by: user, at };
  await record(trx, context, { kind: "user.email_changed", subject: userSubject(user) });
  await revokeAll(trx, user, "email_changed", context);
  return { ...user, ...confirmed };
}
