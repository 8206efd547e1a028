import type { Kysely, Transaction } from "kysely";
import { proveAddress } from "#server/accounts/provenAddress.ts";
import { record, userSubject } from "#server/changes/record.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { hashOf, newSecret } from "#server/secrets/secret.ts";
import { endSecrets, secretRow, workingSecrets } from "#server/secrets/table.ts";
import type { ProviderSession } from "#server/sessions/providerSessions.ts";
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

/** What the row of a code holds. `browser_hash` is null if any browser may redeem the code. */
interface StoredContent {
  browser_hash: string | null;
  sid: string | null;
  claims: DecidingClaims | null;
}

/** Issues a code that works once. */
export async function issueCode(
  db: Kysely<Database>,
  { userId, browserSecret, identityId, sid = null, claims }: CodeContent,
  lifetimeMs: number,
  now: Date,
): Promise<string> {
  const code = newSecret();
  const content: StoredContent = {
    browser_hash: browserSecret === undefined ? null : hashOf(browserSecret),
    sid,
    claims: claims ?? null,
  };
  const columns = { user_id: userId, identity_id: identityId ?? null };
  const row = secretRow("sign_in_code", code, { ...columns, at: now, lifetimeMs, content });
  await db.insertInto("secrets").values(row).execute();
  return code;
}

/** A code that this browser may redeem, with its user and identity. */
export async function findCode(
  db: Kysely<Database>,
  code: string,
  browserSecret: string | undefined,
  now: Date,
) {
  const found = await workingSecrets(db, "sign_in_code", now.toISOString())
    .leftJoin("identities", "identities.id", "secrets.identity_id")
    .select([
      "secrets.id",
      "secrets.content",
      "identities.id as identityId",
      "identities.provider",
      "identities.subject",
      "identities.confirmed_at",
    ])
    .select((eb) => eb.ref("secrets.user_id").$notNull().as("user_id"))
    .where("hash", "=", hashOf(code))
    .executeTakeFirst();
  if (!found) return undefined;
  const { content, ...rest } = found;
  const { browser_hash, sid, claims } = JSON.parse(content) as StoredContent;
  const isBound = browser_hash !== null;
  const isOwn = browserSecret !== undefined && hashOf(browserSecret) === browser_hash;
  return isBound && !isOwn ? undefined : { ...rest, sid, claims };
}

/** Ends the codes of a provider's session or, without `sid`, of a provider's user. */
export async function endCodes(
  trx: Transaction<Database>,
  provider: string,
  { sid, subject }: ProviderSession,
  now: Date,
): Promise<void> {
  const found = await workingSecrets(trx, "sign_in_code", now.toISOString())
    .innerJoin("identities", "identities.id", "secrets.identity_id")
    .select(["secrets.id", "secrets.content"])
    .where("identities.provider", "=", provider)
    .$if(subject !== undefined, (query) => query.where("identities.subject", "=", subject ?? ""))
    .execute();
  const named = found.filter(({ content }) => {
    const own = (JSON.parse(content) as StoredContent).sid;
    return sid === undefined || own === sid || (own === null && subject !== undefined);
  });
  const ids = named.map(({ id }) => id);
  await endSecrets(trx, ids, "revoked", now);
}

export type FoundCode = NonNullable<Awaited<ReturnType<typeof findCode>>>;

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
  const context = { by: user, at };
  const kept = { password: true, ...(identityId !== null && { identityId }) };
  await proveAddress(trx, user, context, kept);
  const details = { to: label };
  const subject = userSubject(user);
  await record(trx, context, { kind: "user.identity_linked", subject, details });
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
type Redeemed = { user: UserRow; sessionId: string | undefined; isFirst: boolean } | undefined;

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
    if ((await endSecrets(trx, [code.id], "used", now)).length === 0) return undefined;
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
    // An operator has decided whose account it is.
    else if (code.identityId === null) await proveAddress(trx, user, { by: user, at: now }, {});
    const sessionId = await startSession(trx, user.id, now);
    const { provider, subject, sid } = code;
    if (provider !== null && subject !== null) {
      const session = { session_id: sessionId, provider, subject, sid };
      await trx.insertInto("oidc_sessions").values(session).execute();
    }
    return { user, sessionId, isFirst: await noteSignIn(trx, code, now) };
  });
}
