import type { Kysely, Transaction } from "kysely";
import type { NamedRecord } from "#contract/id.ts";
import { LINK_HOURS } from "#contract/link.ts";
import { maySignInLocally } from "#server/accounts/accountState.ts";
import { findUserByEmail } from "#server/accounts/email.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import type { Config } from "#server/config.ts";
import type { Database, UserRow } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { conflict } from "#server/http/errors.ts";
import { endLinks, linkContent } from "#server/secrets/links.ts";
import { getUser } from "#server/users/queries.ts";
import { getOpenLink, insertLinks, type NewLink, newLink, openLinks } from "./queries.ts";

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
  { id: userId, email, name }: UserRow,
  { maker, mail }: Options,
  context: ChangeContext,
): Promise<NewLink> {
  const earlier = await openLinks(trx)
    .where("purpose", "=", "reset")
    .where("user_id", "=", userId)
    .execute();
  const replaced = earlier.filter((row) => (linkContent(row).maker === null) === (maker === null));
  const ids = replaced.map(({ id }) => id);
  await endLinks(trx, ids, "revoked", context);
  const hours = maker ? LINK_HOURS : FORGOTTEN_HOURS;
  const content = { email, name, role: null, teams: [], maker };
  const link = newLink("reset", content, { userId, at: context.at, hours, mail });
  await insertLinks(trx, [link], context);
  return link;
}

/** Makes a reset link for an active user. Throws like {@link getActiveUser}. */
export async function makeReset(
  db: Kysely<Database>,
  userId: string,
  { mail, ...context }: ChangeContext & { mail: boolean },
): Promise<NewLink> {
  return await transaction(db, async (trx) => {
    const user = await getActiveUser(trx, userId);
    const { id, name } = context.by;
    return await replaceReset(trx, user, { maker: { id, name }, mail }, context);
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
  { mail, ...context }: ChangeContext & { mail: boolean },
): Promise<NewLink> {
  return await transaction(db, async (trx) => {
    const { kind, row, content } = await getOpenLink(trx, id);
    await endLinks(trx, [id], "revoked", context);
    const { by, at } = context;
    const maker = { id: by.id, name: by.name };
    const options = { userId: row.user_id, at, hours: LINK_HOURS, mail };
    const link = newLink(kind, { ...content, maker }, options);
    await insertLinks(trx, [link], context);
    return link;
  });
}

/** Revokes an open link. Throws a 404 if there is none. */
export async function revokeLink(
  db: Kysely<Database>,
  id: string,
  context: ChangeContext,
): Promise<void> {
  await transaction(db, async (trx) => {
    await getOpenLink(trx, id);
    await endLinks(trx, [id], "revoked", context);
  });
}
