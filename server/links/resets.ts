import type { Kysely, Transaction } from "kysely";
import { LINK_HOURS } from "#contract/link.ts";
import type { NamedRecord } from "#contract/shapes/id.ts";
import { maySignInLocally } from "#server/accounts/accountState.ts";
import { findUserByEmail } from "#server/accounts/email.ts";
import { type ChangeContext, withoutId } from "#server/changes/context.ts";
import { isRecorded } from "#server/changes/earlierAttempt.ts";
import type { Config } from "#server/config.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { conflict } from "#server/refusals.ts";
import { endLinks, linkContent } from "#server/secrets/links.ts";
import { newSecret } from "#server/secrets/secret.ts";
import { endSecrets, findMade } from "#server/secrets/table.ts";
import { getUser } from "#server/users/queries.ts";
import {
  getLink,
  getOpenLink,
  insertLinks,
  type NewLink,
  newLink,
  openLinks,
  storeLinks,
} from "./queries.ts";

/** The time in hours for which a link that a user asked for is valid. */
const FORGOTTEN_HOURS = 2;

/** An active user. Throws a 404 if there is no such user, and a 409 if the account is not active. */
async function getActiveUser(trx: Transaction<Database>, id: string): Promise<UserRow> {
  const user = await getUser(trx, id);
  if (user.is_active !== 1) throw conflict("This account is deactivated. Activate it first.");
  return user;
}

/** A link, and whether an earlier attempt of the request has not made it. */
export interface ReplacedLink extends NewLink {
  isNew: boolean;
}

/** The context of a request for a link: whether it is mailed, and its token. */
type LinkRequest = ChangeContext & { mail: boolean; tokenOf: () => string };

/**
 * Stores a link and revokes those that it replaces, unless an earlier attempt of this request has.
 * Throws a 409 if its link has ended since.
 */
async function replaceLinks(
  trx: Transaction<Database>,
  link: NewLink,
  replaced: readonly string[],
  context: ChangeContext,
): Promise<ReplacedLink> {
  const made = await findMade(trx, link.row, context);
  if (made) return { ...link, row: made, isNew: false };
  await endLinks(trx, replaced, "revoked", withoutId(context));
  await insertLinks(trx, [link], context);
  return { ...link, isNew: true };
}

/**
 * A new reset link, and the ids of the user's earlier ones that it replaces. A link that the user asked for
 * doesn't replace one that an admin made, and vice versa.
 *
 * @param maker null if the user asked for the link
 */
async function newReset(
  trx: Transaction<Database>,
  { id: userId, email, name }: UserRow,
  maker: NamedRecord | null,
  { at, mail, token }: { at: Date; mail: boolean; token: string },
): Promise<{ link: NewLink; replaced: string[] }> {
  const earlier = await openLinks(trx)
    .where("purpose", "=", "reset")
    .where("user_id", "=", userId)
    .execute();
  const replaced = earlier.filter((row) => (linkContent(row).maker === null) === (maker === null));
  const hours = maker ? LINK_HOURS : FORGOTTEN_HOURS;
  const content = { email, name, role: null, teams: [], maker };
  const link = newLink("reset", content, { userId, at, hours, mail }, token);
  return { link, replaced: replaced.map(({ id }) => id) };
}

/** Makes a reset link for an active user. Throws like {@link getActiveUser}. */
export async function makeReset(
  db: Kysely<Database>,
  userId: string,
  { mail, tokenOf, ...context }: LinkRequest,
): Promise<ReplacedLink> {
  return await transaction(db, async (trx) => {
    const user = await getActiveUser(trx, userId);
    const { id, name } = context.by;
    const options = { at: context.at, mail, token: tokenOf() };
    const { link, replaced } = await newReset(trx, user, { id, name }, options);
    return await replaceLinks(trx, link, replaced, context);
  });
}

/** The active user with this address who may have a password, if any. */
export async function findForgetful(
  db: Kysely<Database>,
  email: string,
  settings: Pick<Config, "localSignIn">,
): Promise<UserRow | undefined> {
  const user = await findUserByEmail(db, email);
  return user?.is_active === 1 && maySignInLocally(user, settings) ? user : undefined;
}

/**
 * Makes a reset link for a user who asked for it. Anybody can ask, so the caller merges the audit entries.
 * Returns undefined if the account has changed since.
 */
export async function makeForgottenReset(
  db: Kysely<Database>,
  email: string,
  settings: Pick<Config, "localSignIn">,
  at: Date,
): Promise<NewLink | undefined> {
  return await transaction(db, async (trx) => {
    const user = await findForgetful(trx, email, settings);
    if (!user) return undefined;
    const { link, replaced } = await newReset(trx, user, null, {
      at,
      mail: true,
      token: newSecret(),
    });
    await endSecrets(trx, replaced, "revoked", at);
    await storeLinks(trx, [link]);
    return link;
  });
}

/** Replaces a link by a new one with the same content. Throws a 404 if it isn't open. */
export async function renewLink(
  db: Kysely<Database>,
  id: string,
  { mail, tokenOf, ...context }: LinkRequest,
): Promise<ReplacedLink> {
  return await transaction(db, async (trx) => {
    const isRepeat = await isRecorded(trx, context);
    const { kind, row, content } = await (isRepeat ? getLink : getOpenLink)(trx, id);
    const { by, at } = context;
    const maker = { id: by.id, name: by.name };
    const options = { userId: row.user_id, at, hours: LINK_HOURS, mail };
    const link = newLink(kind, { ...content, maker }, options, tokenOf());
    return await replaceLinks(trx, link, [id], context);
  });
}

/** Revokes an open link. Throws a 404 if there is none. */
export async function revokeLink(
  db: Kysely<Database>,
  id: string,
  context: ChangeContext,
): Promise<void> {
  await transaction(db, async (trx) => {
    if (await isRecorded(trx, context)) return;
    await getOpenLink(trx, id);
    await endLinks(trx, [id], "revoked", context);
  });
}
