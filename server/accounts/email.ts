import type { Kysely } from "kysely";
import { storableText } from "#contract/text.ts";
import { emailKey, NAME_MAX } from "#contract/user.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/schema.ts";

/** The initial name of an account: "Ada Lovelace" for `ada.lovelace+work@x.org`. */
export function nameFromEmail(email: string): string {
  const local = email.slice(0, email.lastIndexOf("@"));
  const [mailbox = ""] = local.split("+");
  const words = mailbox.split(/[._-]+/).filter((word) => word !== "");
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
  const characters = Array.from(name || local);
  return storableText(characters.slice(0, NAME_MAX).join(""));
}

/** The user with this address, regardless of case. */
export async function findUserByEmail(
  db: Kysely<Database>,
  email: string,
): Promise<UserRow | undefined> {
  return await db
    .selectFrom("users")
    .selectAll()
    .where("email_key", "=", emailKey(email))
    .executeTakeFirst();
}

/**
 * The user who signs in with this address: its owner, or else a user for whom it is pending. Their
 * sign-in confirms it.
 */
export async function findUserForSignIn(
  db: Kysely<Database>,
  email: string,
): Promise<UserRow | undefined> {
  const key = emailKey(email);
  const found = await db
    .selectFrom("users")
    .selectAll()
    .where((eb) => eb.or([eb("email_key", "=", key), eb("pending_email_key", "=", key)]))
    .execute();
  return found.find(({ email_key }) => email_key === key) ?? found[0];
}
