import type { Kysely, Transaction } from "kysely";
import type { AuditAction } from "#contract/audit.ts";
import { type ChangeContext, withoutId } from "#server/changes/context.ts";
import { isRecorded, record, userSubject } from "#server/changes/record.ts";
import type { Database, IdentityRow } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { notFound } from "#server/http/errors.ts";
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
    await revokeAll(trx, user, "identity_confirmed", context, { identityId: id, sessionId });
    const isOwnersPassword = user.email_verified === 1 || userId === context.by.id;
    await trx
      .updateTable("users")
      .set({ email_verified: 1, ...(!isOwnersPassword && { password_hash: "" }) })
      .where("id", "=", userId)
      .execute();
    if (!isOwnersPassword && user.password_hash !== "") {
      const subject = userSubject(user);
      await record(trx, withoutId(context), { kind: "user.password_cleared", subject });
    }
  });
}

/**
 * Removes an identity, and ends the sessions that were started with it. Throws a 404 if the user has no
 * such identity.
 */
export async function removeIdentity(
  db: Kysely<Database>,
  userId: string,
  id: string,
  context: ChangeContext,
): Promise<void> {
  await transaction(db, async (trx) => {
    if (await isRecorded(trx, context)) return;
    const identity = await getIdentity(trx, userId, id);
    const sessions = trx
      .selectFrom("oidc_sessions")
      .select("session_id")
      .where("provider", "=", identity.provider)
      .where("subject", "=", identity.subject);
    await trx.deleteFrom("sessions").where("id", "in", sessions).execute();
    await trx.deleteFrom("identities").where("id", "=", id).execute();
    await recordChange(trx, "user.identity_unlinked", identity, context);
  });
}
