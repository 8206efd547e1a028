import type { Kysely, Transaction } from "kysely";
import type { AuditAction } from "#contract/audit.ts";
import type { UnlinkAccess } from "#contract/signIn.ts";
import { maySignInLocally } from "#server/accounts/accountState.ts";
import { proveAddress } from "#server/accounts/provenAddress.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { isRecorded } from "#server/changes/earlierAttempt.ts";
import { record, userSubject } from "#server/changes/record.ts";
import type { Config } from "#server/config.ts";
import type { IdentityRow, UserRow } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { conflict, notFound } from "#server/refusals.ts";
import { revokeAll } from "#server/secrets/revokeAll.ts";
import { getUser } from "#server/users/queries.ts";

/** The maximum number of identities in a response. */
const IDENTITIES_MAX = 100;

/** The identities of a user, the oldest first. Throws a 404 for an unknown user. */
export async function listIdentities(db: Kysely<Database>, userId: string): Promise<IdentityRow[]> {
  await getUser(db, userId);
  return await db
    .selectFrom("identities")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .limit(IDENTITIES_MAX)
    .execute();
}

async function getIdentity(trx: Transaction<Database>, userId: string, id: string) {
  return await trx
    .selectFrom("identities")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow(() => notFound("The user has no such identity"));
}

async function recordChange(
  trx: Transaction<Database>,
  kind: AuditAction,
  { user_id, provider }: IdentityRow,
  context: ChangeContext,
) {
  const subject = userSubject(await getUser(trx, user_id));
  await record(trx, context, { kind, subject, details: { to: provider } });
}

/**
 * Confirms in the user's place that an identity belongs to the account. Somebody else may have used
 * the account until now, so its other identities and secrets end. The password stays only if the
 * address was verified before, or if the user is the admin. Throws a 404 if the user has no such
 * identity.
 *
 * @param sessionId the admin's session, which does not end
 */
export async function confirmIdentity(
  db: Kysely<Database>,
  userId: string,
  id: string,
  sessionId: string,
  context: ChangeContext,
): Promise<void> {
  await transaction(db, async (trx) => {
    if (await isRecorded(trx, context)) return;
    const identity = await getIdentity(trx, userId, id);
    if (identity.confirmed_at !== null) return;
    const confirmed_at = context.at.toISOString();
    await trx.updateTable("identities").set({ confirmed_at }).where("id", "=", id).execute();
    await recordChange(trx, "user.identity_linked", identity, context);
    const user = await getUser(trx, userId);
    const kept = { identityId: id, sessionId, password: userId === context.by.id };
    await revokeAll(trx, user, "address_proven", context, kept);
    await proveAddress(trx, user, context, kept);
  });
}

/** The context of an unlinking, with the caller's session, which does not end. */
type Unlinking = ChangeContext & { sessionId: string };

/** Removes an identity with its codes, and ends the sessions that were started with it. */
async function removeIdentity(
  trx: Transaction<Database>,
  identity: IdentityRow,
  { sessionId, ...context }: Unlinking,
): Promise<void> {
  const sessions = trx
    .selectFrom("oidc_sessions")
    .select("session_id")
    .where("provider", "=", identity.provider)
    .where("subject", "=", identity.subject)
    .where("session_id", "!=", sessionId);
  await trx.deleteFrom("sessions").where("id", "in", sessions).execute();
  await trx.deleteFrom("identities").where("id", "=", identity.id).execute();
  await recordChange(trx, "user.identity_unlinked", identity, context);
}

/**
 * Unlinks an identity in the user's place. Throws a 404 if the user has no such identity.
 *
 * @param access whether the user's other sessions and secrets end too
 */
export async function unlinkIdentity(
  db: Kysely<Database>,
  userId: string,
  id: string,
  access: UnlinkAccess,
  context: Unlinking,
): Promise<void> {
  await transaction(db, async (trx) => {
    if (await isRecorded(trx, context)) return;
    await removeIdentity(trx, await getIdentity(trx, userId, id), context);
    if (access === "keep") return;
    await revokeAll(trx, await getUser(trx, userId), "identity_unlinked", context, context);
  });
}

/** The id of the identity without which a user could not sign in, if there is one. */
export function onlyWayIn(
  user: UserRow,
  identities: readonly IdentityRow[],
  settings: Pick<Config, "localSignIn" | "oidcProviders">,
): string | undefined {
  if (user.password_hash !== "" && maySignInLocally(user, settings)) return undefined;
  const providers = new Set(settings.oidcProviders.map(({ id }) => id));
  const [first, ...others] = identities.filter(
    ({ confirmed_at, provider }) => confirmed_at !== null && providers.has(provider),
  );
  return others.length === 0 ? first?.id : undefined;
}

/**
 * Unlinks an identity of the user who asks for it. Throws a 404 if they have no such identity, and a 409
 * if they could not sign in without it.
 */
export async function unlinkOwnIdentity(
  db: Kysely<Database>,
  userId: string,
  id: string,
  settings: Pick<Config, "localSignIn" | "oidcProviders">,
  context: Unlinking,
): Promise<void> {
  await transaction(db, async (trx) => {
    if (await isRecorded(trx, context)) return;
    const identity = await getIdentity(trx, userId, id);
    const user = await getUser(trx, userId);
    if (onlyWayIn(user, await listIdentities(trx, userId), settings) === id) {
      throw conflict("This is your only way to sign in. Set a password first.");
    }
    await removeIdentity(trx, identity, context);
  });
}
