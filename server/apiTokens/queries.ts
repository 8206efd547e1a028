import type { Kysely } from "kysely";
import type { ApiTokenInput } from "#contract/apiToken.ts";
import { API_TOKENS_MAX } from "#contract/apiToken.ts";
import type { ApiToken } from "#contract/shapes/apiToken.ts";
import { DAY_MS } from "#contract/time.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { isRecorded } from "#server/changes/earlierAttempt.ts";
import { record, userSubject } from "#server/changes/record.ts";
import type { SecretRow, UserRow } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { conflict, notFound } from "#server/refusals.ts";
import { endSecrets, findMade, secretRow } from "#server/secrets/table.ts";
import type { ApiTokenContent } from "#server/sessions/apiTokenReader.ts";
import { requireSession } from "#server/sessions/sessions.ts";

const PURPOSE = "api_token";

/** A user's tokens that are not revoked, the newest first. */
export async function listApiTokens(db: Kysely<Database>, userId: string): Promise<ApiToken[]> {
  const rows = await db
    .selectFrom("secrets")
    .selectAll()
    .where("user_id", "=", userId)
    .where("purpose", "=", PURPOSE)
    .where("ended_at", "is", null)
    .orderBy("made_at", "desc")
    .orderBy("id", "desc")
    .limit(API_TOKENS_MAX)
    .execute();
  return rows.map(presentToken);
}

function presentToken({ id, content, made_at, expires_at, last_used_on }: SecretRow): ApiToken {
  const { name, scope } = JSON.parse(content) as ApiTokenContent;
  return { id, name, scope, created_at: made_at, expires_at: expires_at ?? "", last_used_on };
}

/**
 * Creates a token. An earlier attempt of this request has made the same one. Throws a 401 if the session
 * has ended, and a 409 if the user has too many.
 */
export async function createApiToken(
  db: Kysely<Database>,
  user: UserRow,
  { days, name, scope }: ApiTokenInput,
  { secret, sessionId, ...context }: ChangeContext & { secret: string; sessionId: string },
): Promise<ApiToken> {
  const content: ApiTokenContent = { name, scope };
  const columns = { user_id: user.id, at: context.at, lifetimeMs: days * DAY_MS, content };
  const row = secretRow(PURPOSE, secret, columns);
  return await transaction(db, async (trx) => {
    await requireSession(trx, sessionId);
    const made = await findMade(trx, row, context);
    if (made) return presentToken(made);
    if ((await listApiTokens(trx, user.id)).length >= API_TOKENS_MAX) {
      throw conflict(`You have ${API_TOKENS_MAX} API tokens. Please revoke one first.`);
    }
    await trx.insertInto("secrets").values(row).execute();
    const details = { token: { id: row.id, name }, to: scope };
    const subject = userSubject(user);
    await record(trx, context, { kind: "user.token_created", subject, details });
    return presentToken(row);
  });
}

/** Revokes a user's token. Throws a 404 if the user has no such token. */
export async function revokeApiToken(
  db: Kysely<Database>,
  user: UserRow,
  id: string,
  context: ChangeContext,
): Promise<void> {
  await transaction(db, async (trx) => {
    if (await isRecorded(trx, context)) return;
    const tokens = await listApiTokens(trx, user.id);
    const found = tokens.find((one) => one.id === id);
    if (!found) throw notFound("API token not found");
    await endSecrets(trx, [id], "revoked", context.at);
    const subject = userSubject(user);
    const details = { token: { id, name: found.name } };
    await record(trx, context, { kind: "user.token_revoked", subject, details });
  });
}
