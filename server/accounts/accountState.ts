import type { Kysely } from "kysely";
import type { Config } from "#server/config.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/schema.ts";
import { forbidden, type Refusal } from "#server/refusals.ts";

/** The error for an account that may not sign in. Send it only after the right password. */
export function accountUnusable({ awaiting_approval }: UserRow): Refusal {
  return awaiting_approval === 1
    ? forbidden("Your account waits for an admin's approval.", "awaiting_approval")
    : forbidden("Your account is deactivated. Please ask an admin.", "account_closed");
}

/** Whether the account may sign in with its password. */
export const maySignInLocally = (
  { role }: Pick<UserRow, "role">,
  { localSignIn }: Pick<Config, "localSignIn">,
): boolean => localSignIn === "on" || (localSignIn === "admins" && role === "admin");

/** The error for a correct password of a user who may not sign in with a password. */
export const localSignInRefused = (): Refusal =>
  forbidden("Signing in with a password is turned off. Please use another way to sign in.");

/** Whether the account is deactivated or deleted. */
export async function isClosed(db: Kysely<Database>, userId: string): Promise<boolean> {
  const user = await db
    .selectFrom("users")
    .select("is_active")
    .where("id", "=", userId)
    .executeTakeFirst();
  return user?.is_active !== 1;
}

/** A query for the ids of the active users. */
export const activeUsers = (db: Kysely<Database>) =>
  db.selectFrom("users").select("id").where("is_active", "=", 1);

/** A query for the ids of the active admins. */
export const activeAdmins = (db: Kysely<Database>) => activeUsers(db).where("role", "=", "admin");

/** Whether some admin can manage the accounts. */
export const hasActiveAdmin = async (db: Kysely<Database>): Promise<boolean> =>
  (await activeAdmins(db).limit(1).executeTakeFirst()) !== undefined;
