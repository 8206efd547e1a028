import type { Kysely } from "kysely";
import type { ApiTokenScope } from "#contract/apiToken.ts";
import type { ApiToken } from "#contract/shapes/apiToken.ts";
import type { NamedRecord } from "#contract/shapes/id.ts";
import { type Param, prepared } from "#server/db/postgres/prepared.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/schema.ts";
import { StorageRefused } from "#server/db/unavailable.ts";
import { workingSecrets } from "#server/secrets/table.ts";
import { hashSecret } from "./apiTokenSecret.ts";

/** What an API token holds. */
export type ApiTokenContent = Pick<ApiToken, "name" | "scope">;

/** A valid token and its user. */
interface TokenUse extends NamedRecord {
  scope: ApiTokenScope;
  /** Without the scope `admin` a token acts as a member, whatever the user's role. */
  user: UserRow;
}

const readToken = prepared((db, param: Param<{ hash: string; now: string }>) =>
  workingSecrets(db, "api_token", param("now"))
    .innerJoin("users", "users.id", "secrets.user_id")
    .selectAll("users")
    .select(["secrets.id as token_id", "content", "last_used_on"])
    .where("hash", "=", param("hash"))
    .where("users.is_active", "=", 1),
);

/**
 * Finds the unexpired token with this secret, and its active user. The day of the last use is
 * stored once a day.
 */
export async function findApiToken(
  db: Kysely<Database>,
  secret: string,
  now: Date,
): Promise<TokenUse | undefined> {
  const hash = hashSecret(secret);
  if (hash === undefined) return undefined;
  const [row] = await readToken(db, { hash, now: now.toISOString() });
  if (!row) return undefined;
  const { token_id: id, content, last_used_on, ...user } = row;
  const { name, scope } = JSON.parse(content) as ApiTokenContent;
  const today = now.toISOString().slice(0, 10);
  if (last_used_on !== today) await recordUse(db, id, today);
  return { id, name, scope, user: scope === "admin" ? user : { ...user, role: "member" } };
}

async function recordUse(db: Kysely<Database>, id: string, day: string): Promise<void> {
  try {
    await db.updateTable("secrets").set({ last_used_on: day }).where("id", "=", id).execute();
  } catch (failure) {
    // A full disk must not prevent reads.
    if (!(failure instanceof StorageRefused)) throw failure;
  }
}
