import { randomUUID } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import type { SignInFailure } from "#contract/signIn.ts";
import { emailKey } from "#contract/user.ts";
import { hasActiveAdmin } from "#server/accounts/accountState.ts";
import { findUserByEmail } from "#server/accounts/email.ts";
import { insertAccount } from "#server/accounts/newAccount.ts";
import { EMAIL_TAKEN } from "#server/auth/registration.ts";
import { record, userSubject } from "#server/changes/record.ts";
import type { Config } from "#server/config.ts";
import type { IdentityRow, UserRow } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { getUser } from "#server/users/queries.ts";
import type { OidcPerson } from "./claims.ts";
import type { OidcProvider } from "./providerConfig.ts";

/** The account of a provider's user, or the reason for a refusal. */
type AccountMatch =
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
  identity: Pick<IdentityRow, "provider" | "subject" | "email" | "email_verified">,
  at: Date,
  isConfirmed: boolean,
): Promise<string> {
  const id = randomUUID();
  const created_at = at.toISOString();
  const confirmed_at = isConfirmed ? created_at : null;
  await trx
    .insertInto("identities")
    .values({ ...identity, id, user_id: user.id, created_at, confirmed_at })
    .execute();
  return id;
}

/**
 * Creates an active account; in approval mode, one that waits for approval. While there is no
 * active admin, the account becomes an active admin. Returns undefined if the provider may not create
 * accounts: by its own setting, or because registration is closed.
 */
async function createUser(
  trx: Transaction<Database>,
  provider: OidcProvider,
  { name, email, role }: OidcPerson & { email: string },
  { registration }: Pick<Config, "registration">,
  at: Date,
): Promise<UserRow | undefined> {
  const hasAdmin = await hasActiveAdmin(trx);
  if (!(provider.create ?? (registration !== "closed" || !hasAdmin))) return undefined;
  const awaiting_approval = Number(hasAdmin && registration === "approval");
  const account = {
    name,
    email,
    email_key: emailKey(email),
    email_verified: 1,
    role: hasAdmin ? (role ?? "member") : "admin",
    is_active: 1 - awaiting_approval,
    awaiting_approval,
    // No password matches an empty hash.
    password_hash: "",
  };
  const user = await insertAccount(trx, account, at, EMAIL_TAKEN);
  const details = { to: user.role };
  const subject = userSubject(user);
  const origin = { kind: "provider", id: provider.id, name: provider.label } as const;
  await record(trx, { by: user, at, origin }, { kind: "user.registered", subject, details });
  return user;
}

/**
 * Finds the account of a provider's user by (provider, subject), or creates one. An address that the
 * provider has not verified is refused. If another account has the address, the link needs to be
 * confirmed.
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
    const email_verified = Number(person.emailVerified);
    const known = await findIdentity(trx, provider.id, subject);
    if (known && known.confirmed_at !== null) {
      const user = await getUser(trx, known.user_id);
      if (email !== null && (email !== known.email || email_verified !== known.email_verified)) {
        await trx
          .updateTable("identities")
          .set({ email, email_verified })
          .where("id", "=", known.id)
          .execute();
      }
      return { outcome: "known", user, identityId: known.id };
    }
    if (email === null) return refused("email_missing");
    if (!person.emailVerified) return refused("email_unverified");
    if (known) await trx.deleteFrom("identities").where("id", "=", known.id).execute();
    const identity = { provider: provider.id, subject, email, email_verified };
    const owner = await findUserByEmail(trx, email);
    if (owner) {
      const identityId = await addIdentity(trx, owner, identity, at, false);
      return { outcome: "unconfirmed", user: owner, identityId };
    }
    const user = await createUser(trx, provider, { ...person, email }, config, at);
    if (!user) return refused("not_created");
    const identityId = await addIdentity(trx, user, identity, at, true);
    return { outcome: "created", user, identityId };
  });
}
