import { randomUUID } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import type { SignInFailure } from "#contract/signIn.ts";
import { hasActiveAdmin } from "#server/accounts/accountState.ts";
import { emailKey, findUserByEmail } from "#server/accounts/email.ts";
import { record, userSubject } from "#server/audit/record.ts";
import type { Config } from "#server/config.ts";
import type { Database, IdentityRow, UserRow } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import type { OidcPerson } from "./claims.ts";
import type { OidcProvider } from "./providerConfig.ts";

/** The account of a provider's user, or the reason for a refusal. */
export type AccountMatch =
  /**
   * `unconfirmed`: the account existed before, and its owner or an admin has yet to confirm the
   * link.
   */
  | { outcome: "created" | "known" | "unconfirmed"; user: UserRow; identityId: string }
  | { outcome: "refused"; failure: SignInFailure };

async function findIdentity(trx: Transaction<Database>, provider: string, subject: string) {
  return await trx
    .selectFrom("identities")
    .selectAll()
    .where("provider", "=", provider)
    .where("subject", "=", subject)
    .executeTakeFirst();
}

async function addIdentity(
  trx: Transaction<Database>,
  user: UserRow,
  { provider, subject, email }: Pick<IdentityRow, "provider" | "subject" | "email">,
  at: Date,
  isConfirmed: boolean,
): Promise<string> {
  const id = randomUUID();
  const created_at = at.toISOString();
  const confirmed_at = isConfirmed ? created_at : null;
  await trx
    .insertInto("identities")
    .values({ id, user_id: user.id, provider, subject, email, created_at, confirmed_at })
    .execute();
  return id;
}

/**
 * Creates an active account; in approval mode, one that waits for approval. While there is no
 * active admin, the account becomes an active admin.
 */
async function createUser(
  trx: Transaction<Database>,
  { name, email, role }: OidcPerson & { email: string },
  { registration }: Pick<Config, "registration">,
  at: Date,
): Promise<UserRow> {
  const hasAdmin = await hasActiveAdmin(trx);
  const awaiting_approval = Number(hasAdmin && registration === "approval");
  const user: UserRow = {
    id: randomUUID(),
    name,
    email,
    email_key: emailKey(email),
    role: hasAdmin ? (role ?? "member") : "admin",
    is_active: 1 - awaiting_approval,
    awaiting_approval,
    pending_email: null,
    pending_email_key: null,
    // No password matches an empty hash.
    password_hash: "",
    created_at: at.toISOString(),
    last_seen_at: null,
  };
  await trx.insertInto("users").values(user).execute();
  const details = { to: user.role };
  await record(
    trx,
    { by: user, at },
    { action: "user.registered", subject: userSubject(user), details },
  );
  return user;
}

/**
 * Finds the account of a provider's user by (provider, subject), or creates one. If another account has
 * the user's address, a verified address needs a confirmed link, and an unverified one is refused.
 */
export async function findOrCreateAccount(
  db: Kysely<Database>,
  provider: OidcProvider,
  person: OidcPerson,
  config: Pick<Config, "registration">,
  at: Date,
): Promise<AccountMatch> {
  const refused = (failure: SignInFailure): AccountMatch => ({ outcome: "refused", failure });
  return await transaction(db, async (trx) => {
    const { subject, email } = person;
    const known = await findIdentity(trx, provider.id, subject);
    if (known && known.confirmed_at !== null) {
      const user = await trx
        .selectFrom("users")
        .selectAll()
        .where("id", "=", known.user_id)
        .executeTakeFirstOrThrow();
      if (email !== null && email !== known.email) {
        await trx.updateTable("identities").set({ email }).where("id", "=", known.id).execute();
      }
      return { outcome: "known", user, identityId: known.id };
    }
    if (email === null) return refused("email_missing");
    if (known) await trx.deleteFrom("identities").where("id", "=", known.id).execute();
    const identity = { provider: provider.id, subject, email };
    const owner = await findUserByEmail(trx, email);
    if (owner) {
      if (!person.emailVerified) return refused("email_unverified");
      const identityId = await addIdentity(trx, owner, identity, at, false);
      return { outcome: "unconfirmed", user: owner, identityId };
    }
    if (!provider.create) return refused("not_created");
    const user = await createUser(trx, { ...person, email }, config, at);
    const identityId = await addIdentity(trx, user, identity, at, true);
    return { outcome: "created", user, identityId };
  });
}
