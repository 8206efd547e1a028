import type { Kysely, Transaction } from "kysely";
import type { ApiToken, ApiTokenInput } from "#contract/apiToken.ts";
import { API_TOKENS_MAX } from "#contract/apiToken.ts";
import { type AuditContext, record, userSubject } from "#server/audit/record.ts";
import type { Database, UserRow } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { conflict, keyReused, notFound } from "#server/http/errors.ts";
import { hashSecret, newSecret } from "#server/sessions/apiTokenSecret.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** The number of days for which an expired token stays in its user's list. */
const EXPIRED_KEPT_DAYS = 30;

const COLUMNS = ["id", "name", "scope", "created_at", "expires_at", "last_used_on"] as const;

/** A user's tokens, the newest first. */
export async function listApiTokens(db: Kysely<Database>, userId: string): Promise<ApiToken[]> {
  return await db
    .selectFrom("api_tokens")
    .select(COLUMNS)
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(API_TOKENS_MAX)
    .execute();
}

/**
 * The token that an earlier attempt of this request made. The client never received its secret, so
 * the token gets a new one.
 */
async function renewSecret(
  trx: Transaction<Database>,
  made: ApiToken,
  { name, scope }: ApiTokenInput,
  secret_hash: string,
): Promise<ApiToken> {
  if (made.name !== name || made.scope !== scope) throw keyReused();
  await trx.updateTable("api_tokens").set({ secret_hash }).where("id", "=", made.id).execute();
  return made;
}

/** Creates a token. Throws a 409 if the user has too many. */
export async function createApiToken(
  db: Kysely<Database>,
  user: UserRow,
  input: ApiTokenInput,
  { id, at }: { id: string; at: Date },
): Promise<{ token: ApiToken; secret: string }> {
  const secret = newSecret();
  const secret_hash = hashSecret(secret) ?? "";
  const token = await transaction(db, async (trx) => {
    const own = await listApiTokens(trx, user.id);
    const made = own.find((one) => one.id === id);
    if (made) return await renewSecret(trx, made, input, secret_hash);
    if (own.length >= API_TOKENS_MAX) {
      throw conflict(`You have ${API_TOKENS_MAX} API tokens. Please revoke one first.`);
    }
    const { days, ...rest } = input;
    const expires_at = new Date(at.getTime() + days * DAY_MS).toISOString();
    const created: ApiToken = {
      id,
      ...rest,
      created_at: at.toISOString(),
      expires_at,
      last_used_on: null,
    };
    await trx
      .insertInto("api_tokens")
      .values({ ...created, user_id: user.id, secret_hash })
      .execute();
    const details = { token: { id, name: rest.name }, to: rest.scope };
    const subject = userSubject(user);
    await record(trx, { by: user, at }, { action: "user.token_created", subject, details });
    return created;
  });
  return { token, secret };
}

/** Revokes a user's token. Throws a 404 if the user has no such token. */
export async function revokeApiToken(
  db: Kysely<Database>,
  user: UserRow,
  id: string,
  context: AuditContext,
): Promise<void> {
  await transaction(db, async (trx) => {
    const token = await trx
      .deleteFrom("api_tokens")
      .where("id", "=", id)
      .where("user_id", "=", user.id)
      .returning(["id", "name"])
      .executeTakeFirstOrThrow(() => notFound("API token not found"));
    const subject = userSubject(user);
    await record(trx, context, { action: "user.token_revoked", subject, details: { token } });
  });
}

/** Deletes tokens that expired long ago. */
export async function deleteExpiredApiTokens(db: Kysely<Database>, now: Date): Promise<void> {
  const limit = new Date(now.getTime() - EXPIRED_KEPT_DAYS * DAY_MS).toISOString();
  await db.deleteFrom("api_tokens").where("expires_at", "<=", limit).execute();
}
