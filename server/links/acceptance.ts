import type { Kysely } from "kysely";
import type { InvitationAcceptance, LinkPreview, PasswordReset } from "#contract/link.ts";
import { localSignInRefused, maySignInLocally } from "#server/accounts/accountState.ts";
import { findUserByEmail } from "#server/accounts/email.ts";
import { endSecrets } from "#server/accounts/endSecrets.ts";
import { insertAccount } from "#server/accounts/newAccount.ts";
import { hashPassword } from "#server/accounts/passwords.ts";
import { record, userSubject } from "#server/audit/record.ts";
import type { Config } from "#server/config.ts";
import type { Database, LinkRow, UserRow } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import type { QueueShare } from "#server/fairQueue.ts";
import { conflict } from "#server/http/errors.ts";
import { getUser } from "#server/users/queries.ts";
import { findUsableLink, markUsed, teamsOf } from "./queries.ts";

const TAKEN = "There is already an account with this email address. Please sign in.";

type Settings = Pick<Config, "localSignIn">;

/** The active account of an open reset link. Throws if it may not sign in with a password. */
async function resetUser(
  db: Kysely<Database>,
  link: LinkRow,
  settings: Settings,
): Promise<UserRow> {
  const user = await getUser(db, link.user_id ?? "");
  if (!maySignInLocally(user, settings)) throw localSignInRefused();
  return user;
}

/** Throws if the invited person has an account, or would not be allowed to sign in with a password. */
async function requireInvitable(
  db: Kysely<Database>,
  { email, role }: LinkRow,
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
  const { kind, role, maker_name: made_by, expires_at } = link;
  if (kind === "reset") {
    const { email, name } = await resetUser(db, link, settings);
    return { kind, email, name, role, teams: [], made_by, expires_at };
  }
  const { email, name } = link;
  await requireInvitable(db, link, settings);
  const teams = (await teamsOf(db, [link])).get(link.id) ?? [];
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
): Promise<{ user: UserRow; teamIds: string[] }> {
  // Check first, because hashing is expensive; the transaction checks again.
  await requireInvitable(db, await findUsableLink(db, token, at, "invitation"), settings);
  const password_hash = await hashPassword(password, share);
  return await transaction(db, async (trx) => {
    const link = await findUsableLink(trx, token, at, "invitation");
    const { email, email_key, role } = link;
    const state = { role: role ?? "member", is_active: 1, awaiting_approval: 0 } as const;
    const account = { name, email, email_key, email_verified: 1, ...state, password_hash };
    const user = await insertAccount(trx, account, at, TAKEN);
    const context = { by: user, at };
    const subject = userSubject(user);
    await markUsed(trx, link, context);
    await record(trx, context, { action: "user.registered", subject, details: { to: user.role } });
    const teams = (await teamsOf(trx, [link])).get(link.id) ?? [];
    for (const team of teams) {
      const member = { team_id: team.id, user_id: user.id, added_at: at.toISOString() };
      await trx.insertInto("team_members").values(member).execute();
      await record(trx, context, { action: "team.member_added", subject, details: { team } });
    }
    return { user, teamIds: teams.map(({ id }) => id) };
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
    await trx
      .updateTable("users")
      .set({ password_hash, email_verified: 1 })
      .where("id", "=", user.id)
      .execute();
    const context = { by: user, at };
    await markUsed(trx, link, context);
    await endSecrets(trx, user, "password_reset", context);
    return user.id;
  });
}
