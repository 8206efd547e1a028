import type { Kysely, Transaction } from "kysely";
import { hashOf, newSecret } from "#server/accounts/secrets.ts";
import { record, userSubject } from "#server/audit/record.ts";
import type { Database, UserRow } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { startSession } from "#server/sessions/sessions.ts";
import type { DecidingClaims } from "./claims.ts";

/** The content of a code. */
interface CodeContent {
  userId: string;
  /** undefined: any browser may redeem the code. */
  browserSecret?: string;
  identityId?: string;
  sid?: string | null;
  /** What the redemption of the code sets. */
  claims?: DecidingClaims;
}

/** The lifetime in ms of a code that the app redeems at once. */
export const SIGN_IN_CODE_MS = 60_000;
/** The lifetime in ms of a code for which the user types a password, or that an operator passes on. */
export const LINK_CODE_MS = 10 * 60_000;

/** Issues a code that works once. The database holds its hash only. */
export async function issueCode(
  db: Kysely<Database>,
  { userId, browserSecret, identityId, sid = null, claims }: CodeContent,
  lifetimeMs: number,
  now: Date,
): Promise<string> {
  const code = newSecret();
  await db
    .insertInto("sign_in_codes")
    .values({
      code_hash: hashOf(code),
      browser_hash: browserSecret === undefined ? null : hashOf(browserSecret),
      user_id: userId,
      identity_id: identityId ?? null,
      sid,
      claims: claims === undefined ? null : JSON.stringify(claims),
      expires_at: new Date(now.getTime() + lifetimeMs).toISOString(),
    })
    .execute();
  return code;
}

/** A code that this browser may redeem, with its user and identity. */
export async function findCode(
  db: Kysely<Database>,
  code: string,
  browserSecret: string | undefined,
  now: Date,
) {
  const found = await db
    .selectFrom("sign_in_codes")
    .leftJoin("identities", "identities.id", "sign_in_codes.identity_id")
    .select([
      "sign_in_codes.code_hash",
      "sign_in_codes.browser_hash",
      "sign_in_codes.user_id",
      "sign_in_codes.sid",
      "sign_in_codes.claims",
      "identities.id as identityId",
      "identities.provider",
      "identities.subject",
      "identities.confirmed_at",
    ])
    .where("code_hash", "=", hashOf(code))
    .where("expires_at", ">", now.toISOString())
    .executeTakeFirst();
  if (!found) return undefined;
  const isBound = found.browser_hash !== null;
  const isOwn = browserSecret !== undefined && hashOf(browserSecret) === found.browser_hash;
  return isBound && !isOwn ? undefined : found;
}

export type FoundCode = NonNullable<Awaited<ReturnType<typeof findCode>>>;

/** Uses a code up. Returns false if another request was faster. */
async function markUsed(trx: Transaction<Database>, { code_hash }: FoundCode): Promise<boolean> {
  const used = await trx
    .deleteFrom("sign_in_codes")
    .where("code_hash", "=", code_hash)
    .returning("code_hash")
    .executeTakeFirst();
  return used !== undefined;
}

/** Confirms the link of an identity to the user's account. */
async function confirmLink(
  trx: Transaction<Database>,
  { identityId }: FoundCode,
  user: UserRow,
  label: string,
  at: Date,
): Promise<void> {
  await trx
    .updateTable("identities")
    .set({ confirmed_at: at.toISOString() })
    .where("id", "=", identityId)
    .execute();
  await trx.updateTable("users").set({ email_verified: 1 }).where("id", "=", user.id).execute();
  const details = { to: label };
  const subject = userSubject(user);
  await record(trx, { by: user, at }, { action: "user.identity_linked", subject, details });
}

/** Notes that an identity signs in. Returns whether it is the first time. */
async function noteSignIn(
  trx: Transaction<Database>,
  { identityId }: FoundCode,
  at: Date,
): Promise<boolean> {
  const first = await trx
    .updateTable("identities")
    .set({ signed_in_at: at.toISOString() })
    .where("id", "=", identityId)
    .where("signed_in_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return first !== undefined;
}

/**
 * The result of redeeming a code. Without a `sessionId`, the account is not active and may not sign
 * in.
 */
export type Redeemed =
  | { user: UserRow; sessionId: string | undefined; isFirst: boolean }
  | undefined;

/** The user whose password confirms a link, and the provider's label. */
export interface Confirmation {
  user: UserRow;
  label: string;
}

/**
 * Redeems a code for a session.
 *
 * @param confirmed set if the code's link is confirmed by it
 * @returns undefined if the code was used, or the account has changed since
 */
export async function redeemCode(
  db: Kysely<Database>,
  code: FoundCode,
  now: Date,
  confirmed?: Confirmation,
): Promise<Redeemed> {
  return await transaction(db, async (trx) => {
    if (!(await markUsed(trx, code))) return undefined;
    const user = await trx
      .selectFrom("users")
      .selectAll()
      .where("id", "=", code.user_id)
      .executeTakeFirst();
    if (!user || (confirmed && confirmed.user.password_hash !== user.password_hash)) {
      return undefined;
    }
    if (user.is_active !== 1) return { user, sessionId: undefined, isFirst: false };
    if (confirmed) await confirmLink(trx, code, user, confirmed.label, now);
    const sessionId = await startSession(trx, user.id, now);
    const { provider, subject, sid } = code;
    if (provider !== null && subject !== null) {
      const session = { session_id: sessionId, provider, subject, sid };
      await trx.insertInto("oidc_sessions").values(session).execute();
    }
    return { user, sessionId, isFirst: await noteSignIn(trx, code, now) };
  });
}

/** Deletes codes and sign-ins that are too old to be used. */
export async function deleteExpiredSignIns(db: Kysely<Database>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - LINK_CODE_MS).toISOString();
  await db.deleteFrom("sign_in_codes").where("expires_at", "<=", now.toISOString()).execute();
  await db.deleteFrom("oidc_sign_ins").where("created_at", "<=", before).execute();
}
