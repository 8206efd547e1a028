import type { Kysely } from "kysely";
import type { Registration, RegistrationMode } from "#contract/session.ts";
import { emailKey } from "#contract/user.ts";
import { hasActiveAdmin } from "#server/accounts/accountState.ts";
import { nameFromEmail } from "#server/accounts/email.ts";
import { insertAccount } from "#server/accounts/newAccount.ts";
import { hashPassword } from "#server/accounts/passwords.ts";
import { record, userSubject } from "#server/changes/record.ts";
import type { Config } from "#server/config.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import type { QueueShare } from "#server/fairQueue.ts";
import { forbidden } from "#server/refusals.ts";

export const EMAIL_TAKEN = "Email is already registered";

type Settings = Pick<Config, "registration" | "adminRegistration" | "localSignIn">;

const hasUser = async (db: Kysely<Database>): Promise<boolean> =>
  (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) !== undefined;

/**
 * The registration mode of the next account. If not everyone may become an admin, it is `firstAdmin`
 * without an active admin, even if members have already registered.
 */
export async function registrationMode(
  db: Kysely<Database>,
  { registration, adminRegistration, localSignIn }: Settings,
): Promise<RegistrationMode> {
  const mode = localSignIn === "on" ? registration : "closed";
  if (mode === "open" && adminRegistration === "open") {
    return (await hasUser(db)) ? "open" : "first";
  }
  return (await hasActiveAdmin(db)) ? mode : "firstAdmin";
}

/**
 * Reads the mode for index.html. The last account and the last active admin can't be removed, so other
 * modes than `first` and `firstAdmin` are cached until the server stops. If the database fails, the page
 * still loads.
 */
export function cachedRegistrationMode(
  db: Kysely<Database>,
  settings: Settings,
): () => Promise<RegistrationMode> {
  let settled: RegistrationMode | null = null;
  return async () => {
    if (settled) return settled;
    try {
      const mode = await registrationMode(db, settings);
      if (mode !== "first" && mode !== "firstAdmin") settled = mode;
      return mode;
    } catch {
      return settings.registration;
    }
  };
}

/** Decides role and activity of a new account. Throws a 403 if it is not allowed. */
async function accountStatus(
  db: Kysely<Database>,
  { role }: Registration,
  settings: Settings,
): Promise<Pick<UserRow, "role" | "is_active" | "awaiting_approval">> {
  const mode = await registrationMode(db, settings);
  if (mode === "firstAdmin") return { role: "admin", is_active: 1, awaiting_approval: 0 };
  if (mode === "closed") {
    throw forbidden("Registration is closed. Please ask an admin.", "registration_closed");
  }
  if (role === "admin" && settings.adminRegistration === "closed") {
    throw forbidden("Only an admin can make another account an admin");
  }
  const awaiting_approval = Number(mode === "approval");
  return { role, is_active: 1 - awaiting_approval, awaiting_approval };
}

/**
 * Creates an account, named after its email address. Throws a 409 if the address is taken, a 403 if
 * the account is not allowed.
 *
 * @param share the share of the hashing queue that the request uses
 */
export async function createAccount(
  db: Kysely<Database>,
  registration: Registration,
  settings: Settings,
  now: Date,
  share?: QueueShare,
): Promise<UserRow> {
  const { email, password } = registration;
  // Check first, because hashing is expensive; the transaction checks again.
  await accountStatus(db, registration, settings);
  const password_hash = await hashPassword(password, share);
  return await transaction(db, async (trx) => {
    const account = {
      name: nameFromEmail(email),
      email,
      email_key: emailKey(email),
      email_verified: 0,
      ...(await accountStatus(trx, registration, settings)),
      password_hash,
    };
    const user = await insertAccount(trx, account, now, EMAIL_TAKEN);
    const auditEvent = {
      kind: "user.registered",
      subject: userSubject(user),
      details: { to: user.role },
    } as const;
    await record(trx, { by: user, at: now }, auditEvent);
    return user;
  });
}
