import { randomUUID } from "node:crypto";
import type { Registration } from "#contract/session.ts";
import { record, theUser } from "#server/audit/record.ts";
import type { Config } from "#server/config.ts";
import type { Database, UserRow } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { conflict, forbidden } from "#server/http/errors.ts";
import { emailKey, nameFromEmail } from "#server/users/email.ts";
import { findUserByEmail } from "#server/users/queries.ts";
import type { Kysely } from "kysely";
import type { QueueShare } from "./fairQueue.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";

export const EMAIL_TAKEN = "Email is already registered";

/**
 * Makes an account, named after its address. Throws a 409 when the address is taken, a 403 when
 * admins can no longer register by themselves.
 */
export async function createAccount(
  db: Kysely<Database>,
  { email, password, role }: Registration,
  { adminRegistration }: Config,
  now: Date,
  share?: QueueShare,
): Promise<UserRow> {
  const user: UserRow = {
    id: randomUUID(),
    name: nameFromEmail(email),
    email,
    email_key: emailKey(email),
    role,
    is_active: 1,
    password_hash: await hashPassword(password, share),
    created_at: now.toISOString(),
  };
  return await transaction(db, async (trx) => {
    if (role === "admin" && adminRegistration === "closed") {
      const anyone = await trx.selectFrom("users").select("id").limit(1).executeTakeFirst();
      if (anyone) throw forbidden("Only an admin can make another account an admin");
    }
    const made = await trx
      .insertInto("users")
      .values(user)
      .onConflict((conflict) => conflict.column("email_key").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!made) throw conflict(EMAIL_TAKEN);
    const auditEvent = {
      action: "user.registered",
      subject: theUser(user),
      details: { to: role },
    } as const;
    await record(trx, { by: user, at: now }, auditEvent);
    return user;
  });
}

/**
 * The active user whom address and password name. Unknown, inactive and mistaken users all cost
 * the same work and give undefined.
 */
export async function findAccount(
  db: Kysely<Database>,
  email: string,
  password: string,
  share?: QueueShare,
): Promise<UserRow | undefined> {
  const user = await findUserByEmail(db, email);
  const matches = await verifyPassword(user?.password_hash, password, share);
  return matches && user?.is_active === 1 ? user : undefined;
}
