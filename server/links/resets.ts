import type { Kysely, Transaction } from "kysely";
import type { NamedRecord } from "#contract/id.ts";
import { LINK_HOURS } from "#contract/link.ts";
import { maySignInLocally } from "#server/accounts/accountState.ts";
import { emailKey, findUserByEmail } from "#server/accounts/email.ts";
import { revokeLinks } from "#server/accounts/revokeLinks.ts";
import type { AuditContext } from "#server/audit/record.ts";
import type { Config } from "#server/config.ts";
import type { Database, UserRow } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { conflict } from "#server/http/errors.ts";
import { getUser } from "#server/users/queries.ts";
import { getOpenLink, insertLinks, type NewLink, newLink } from "./queries.ts";

/** The time in hours for which a link that a user asked for is valid. */
const FORGOTTEN_HOURS = 2;

/** The actor of a request by a user who is not signed in. */
const SOMEONE: NamedRecord = { id: "someone", name: "Someone" };

/** An active user. Throws a 404 if there is no such user, and a 409 if the account is not active. */
async function getActiveUser(trx: Transaction<Database>, id: string): Promise<UserRow> {
  const user = await getUser(trx, id);
  if (user.is_active !== 1) throw conflict("This account is deactivated. Activate it first.");
  return user;
}

interface Options {
  /** Null if the user asked for the link. */
  maker: NamedRecord | null;
  mail: boolean;
}

/**
 * Stores a reset link, and revokes the user's earlier ones. A link that the user asked for doesn't
 * revoke one that an admin made, and vice versa.
 */
async function replaceReset(
  trx: Transaction<Database>,
  { id: user_id, email, name }: UserRow,
  { maker, mail }: Options,
  context: AuditContext,
): Promise<NewLink> {
  const earlier = await trx
    .selectFrom("links")
    .select("id")
    .where("kind", "=", "reset")
    .where("user_id", "=", user_id)
    .where("maker_id", maker ? "is not" : "is", null)
    .where("ended_at", "is", null)
    .execute();
  const ids = earlier.map(({ id }) => id);
  await revokeLinks(trx, ids, context);
  const hours = maker ? LINK_HOURS : FORGOTTEN_HOURS;
  const fields = { kind: "reset", email, name, role: null, teams: "[]", user_id } as const;
  const stored = { ...fields, email_key: emailKey(email) };
  const link = newLink(stored, { maker, at: context.at, hours, mail });
  await insertLinks(trx, [link], context);
  return link;
}

/** Makes a reset link for an active user. Throws like {@link getActiveUser}. */
export async function makeReset(
  db: Kysely<Database>,
  userId: string,
  { mail, ...context }: AuditContext & { mail: boolean },
): Promise<NewLink> {
  return await transaction(db, async (trx) => {
    const user = await getActiveUser(trx, userId);
    return await replaceReset(trx, user, { maker: context.by, mail }, context);
  });
}

/** Makes a reset link for the active user with this address who may have a password, if any. */
export async function makeForgottenReset(
  db: Kysely<Database>,
  email: string,
  settings: Pick<Config, "localSignIn">,
  at: Date,
): Promise<NewLink | undefined> {
  return await transaction(db, async (trx) => {
    const user = await findUserByEmail(trx, email);
    if (user?.is_active !== 1 || !maySignInLocally(user, settings)) return undefined;
    return await replaceReset(trx, user, { maker: null, mail: true }, { by: SOMEONE, at });
  });
}

/** Replaces an open link by a new one with the same content. Throws a 404 if there is none. */
export async function renewLink(
  db: Kysely<Database>,
  id: string,
  { mail, ...context }: AuditContext & { mail: boolean },
): Promise<NewLink> {
  return await transaction(db, async (trx) => {
    const { kind, email, email_key, name, role, teams, user_id } = await getOpenLink(trx, id);
    await revokeLinks(trx, [id], context);
    const fields = { kind, email, email_key, name, role, teams, user_id };
    const { by: maker, at } = context;
    const link = newLink(fields, { maker, at, hours: LINK_HOURS, mail });
    await insertLinks(trx, [link], context);
    return link;
  });
}

/** Revokes an open link. Throws a 404 if there is none. */
export async function revokeLink(
  db: Kysely<Database>,
  id: string,
  context: AuditContext,
): Promise<void> {
  await transaction(db, async (trx) => {
    await getOpenLink(trx, id);
    await revokeLinks(trx, [id], context);
  });
}
