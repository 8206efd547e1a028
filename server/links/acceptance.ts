import type { Kysely } from "kysely";
import type { InvitationAcceptance, PasswordReset } from "#contract/link.ts";
import type { LinkPreview } from "#contract/shapes/link.ts";
import { emailKey } from "#contract/user.ts";
import { localSignInRefused, maySignInLocally } from "#server/accounts/accountState.ts";
import { findUserByEmail } from "#server/accounts/email.ts";
import { insertAccount } from "#server/accounts/newAccount.ts";
import { hashPassword } from "#server/accounts/passwords.ts";
import { proveAddress } from "#server/accounts/provenAddress.ts";
import { record, userSubject } from "#server/changes/record.ts";
import type { Config } from "#server/config.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import type { QueueShare } from "#server/fairQueue.ts";
import { conflict } from "#server/refusals.ts";
import { endLinks } from "#server/secrets/links.ts";
import { revokeAll } from "#server/secrets/revokeAll.ts";
import { getUser } from "#server/users/queries.ts";
import { findUsableLink, type Link, teamsOf } from "./queries.ts";

const TAKEN = "There is already an account with this email address. Please sign in.";

type Settings = Pick<Config, "localSignIn">;

/** The active account of an open reset link. Throws if it may not sign in with a password. */
async function resetUser(
  db: Kysely<Database>,
  { row }: Link,
  settings: Settings,
): Promise<UserRow> {
  const user = await getUser(db, row.user_id ?? "");
  if (!maySignInLocally(user, settings)) throw localSignInRefused();
  return user;
}

/** Throws if the invited person has an account, or would not be allowed to sign in with a password. */
async function requireInvitable(
  db: Kysely<Database>,
  { content: { email, role } }: Link,
  settings: Settings,
): Promise<void> {
  if (!maySignInLocally({ role: role ?? "member" }, settings)) throw localSignInRefused();
  if (await findUserByEmail(db, email)) throw conflict(TAKEN);
}

/** The content of a link's page. Throws 403, 404 or 409 if the link can't be used. */
export async function previewLink(
  db: Kysely<Database>,
  token: string,
  settings: Settings,
  now: Date,
): Promise<LinkPreview> {
  const link = await findUsableLink(db, token, now);
  const { kind, content } = link;
  const expires_at = link.row.expires_at ?? "";
  const made_by = content.maker?.name ?? "";
  if (kind === "reset") {
    const { email, name } = await resetUser(db, link, settings);
    return { kind, email, name, role: content.role, teams: [], made_by, expires_at };
  }
  const { email, name, role } = content;
  await requireInvitable(db, link, settings);
  const teams = (await teamsOf(db, [link])).get(link.row.id) ?? [];
  return { kind, email, name, role, teams: teams.map((team) => team.name), made_by, expires_at };
}

/**
 * Creates the account of an invitation, in its teams. Throws 403, 404 or 409 if the link can't be used or
 * the address is taken.
 *
 * @param share the share of the hashing queue that the request uses
 */
export async function acceptInvitation(
  db: Kysely<Database>,
  { token, name, password }: InvitationAcceptance,
  settings: Settings,
  at: Date,
  share: QueueShare,
): Promise<UserRow> {
  // Check first, because hashing is expensive; the transaction checks again.
  await requireInvitable(db, await findUsableLink(db, token, at, "invitation"), settings);
  const password_hash = await hashPassword(password, share);
  return await transaction(db, async (trx) => {
    const link = await findUsableLink(trx, token, at, "invitation");
    const { email, role } = link.content;
    const state = { role: role ?? "member", is_active: 1, awaiting_approval: 0 } as const;
    const address = { email, email_key: emailKey(email), email_verified: 1 };
    const account = { name, ...address, ...state, password_hash };
    const user = await insertAccount(trx, account, at, TAKEN);
    const context = { by: user, at };
    const subject = userSubject(user);
    await endLinks(trx, [link.row.id], "used", context);
    await record(trx, context, { kind: "user.registered", subject, details: { to: user.role } });
    const teams = (await teamsOf(trx, [link])).get(link.row.id) ?? [];
    for (const team of teams) {
      const member = { team_id: team.id, user_id: user.id, added_at: at.toISOString() };
      await trx.insertInto("team_members").values(member).execute();
      await record(trx, context, { kind: "team.member_added", subject, details: { team } });
    }
    return user;
  });
}

/**
 * Sets the new password of a reset, and ends the user's other secrets. Returns the user's id. Throws
 * 403, 404 or 409 if the link can't be used.
 *
 * @param share the share of the hashing queue that the request uses
 */
export async function redeemReset(
  db: Kysely<Database>,
  { token, password }: PasswordReset,
  settings: Settings,
  at: Date,
  share: QueueShare,
): Promise<string> {
  await resetUser(db, await findUsableLink(db, token, at, "reset"), settings);
  const password_hash = await hashPassword(password, share);
  return await transaction(db, async (trx) => {
    const link = await findUsableLink(trx, token, at, "reset");
    const user = await resetUser(trx, link, settings);
    await trx.updateTable("users").set({ password_hash }).where("id", "=", user.id).execute();
    const context = { by: user, at };
    await endLinks(trx, [link.row.id], "used", context);
    await revokeAll(trx, user, "password_reset", context);
    await proveAddress(trx, user, context, { password: true });
    return user.id;
  });
}
