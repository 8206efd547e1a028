import type { Kysely, Transaction } from "kysely";
import type { ApiToken, ApiTokenInput } from "#contract/apiToken.ts";
import { API_TOKENS_MAX } from "#contract/apiToken.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { record, userSubject } from "#server/changes/record.ts";
import type { Database, SecretRow, UserRow } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { conflict, keyReused, notFound } from "#server/http/errors.ts";
import { endSecrets, secretRow } from "#server/secrets/table.ts";
import type { ApiTokenContent } from "#server/sessions/apiTokenReader.ts";
import { newSecret } from "#server/sessions/apiTokenSecret.ts";
import { requireSession } from "#server/sessions/sessions.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

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
 * The token that an earlier attempt of this request made. The client never received its secret, so
 * the token gets a new one.
 */
async function renewSecret(
  trx: Transaction<Database>,
  made: SecretRow,
  { name, scope }: ApiTokenInput,
  hash: string,
): Promise<ApiToken> {
  const token = presentToken(made);
  if (token.name !== name || token.scope !== scope) throw keyReused();
  if (made.ended_at !== null) throw conflict("This API token has been revoked.");
  await trx.updateTable("secrets").set({ hash }).where("id", "=", made.id).execute();
  return token;
}

/** Creates a token. Throws a 401 if the session has ended, and a 409 if the user has too many. */
export async function createApiToken(
  db: Kysely<Database>,
  user: UserRow,
  input: ApiTokenInput,
  { id, at, sessionId }: { id: string; at: Date; sessionId: string },
): Promise<{ token: ApiToken; secret: string }> {
  const secret = newSecret();
  const { days, ...content } = input;
  const lifetimeMs = days * DAY_MS;
  const row = secretRow(PURPOSE, secret, { id, user_id: user.id, at, lifetimeMs, content });
  const token = await transaction(db, async (trx) => {
    await requireSession(trx, sessionId);
    const made = await trx
      .selectFrom("secrets")
      .selectAll()
      .where("id", "=", id)
      .where("user_id", "=", user.id)
      .executeTakeFirst();
    if (made) return await renewSecret(trx, made, input, row.hash);
    if ((await listApiTokens(trx, user.id)).length >= API_TOKENS_MAX) {
      throw conflict(`You have ${API_TOKENS_MAX} API tokens. Please revoke one first.`);
    }
    await trx.insertInto("secrets").values(row).execute();
    const details = { token: { id, name: input.name }, to: input.scope };
    const subject = userSubject(user);
    await record(trx, { by: user, at }, { kind: "user.token_created", subject, details });
    return presentToken(row);
  });
  return { token, secret };
}

/** Revokes a user's token. Throws a 404 if the user has no such token. */
export async function revokeApiToken(
  db: Kysely<Database>,
  user: UserRow,
  id: string,
  context: ChangeContext,
): Promise<void> {
  await transaction(db, async (trx) => {
    const tokens = await listApiTokens(trx, user.id);
    const found = tokens.find((one) => one.id === id);
    if (!found) throw notFound("API token not found");
    await endSecrets(trx, [id], "revoked", context.at);
    const subject = userSubject(user);
    const details = { token: { id, name: found.name } };
    await record(trx, context, { kind: "user.token_revoked", subject, details });
  });
}
