import type { Transaction } from "kysely";
import type { NamedRecord } from "#contract/id.ts";
import { type AuditContext, record, userSubject } from "#server/audit/record.ts";
import type { Database } from "#server/db/schema.ts";
import { revokeLinks } from "./revokeLinks.ts";

/**
 * What lets somebody act as a user, read the user's data, or become able to. A code is a sign-in that
 * has not become a session yet.
 */
type Secret =
  | "reset_links"
  | "sign_in_codes"
  | "unconfirmed_identities"
  | "identities"
  | "sessions"
  | "api_tokens"
  | "calendar_feeds";

/**
 * Which secrets of a user end with which change. API tokens and calendar feeds of a deactivated user
 * rest until the account is active again. The database deletes the other secrets of a deleted user.
 */
const ENDED_SECRETS = {
  password_changed: ["reset_links", "sign_in_codes", "sessions", "api_tokens", "calendar_feeds"],
  password_reset: ["reset_links", "sign_in_codes", "sessions", "api_tokens", "calendar_feeds"],
  /** They went to the old address, or were made because of it. */
  email_changed: ["reset_links", "sign_in_codes", "unconfirmed_identities"],
  /** An admin has decided whose account it is. Until then, anybody may have used it. */
  identity_confirmed: [
    "reset_links",
    "sign_in_codes",
    "identities",
    "sessions",
    "api_tokens",
    "calendar_feeds",
  ],
  signed_out: ["sign_in_codes", "sessions"],
  deactivated: ["reset_links", "sign_in_codes", "sessions"],
  deleted: ["reset_links"],
} as const satisfies Readonly<Record<string, readonly Secret[]>>;

/** What the user keeps: the session or the identity that made the change. */
interface Kept {
  sessionId?: string;
  identityId?: string;
}

/** Ends a user's secrets of one kind. Returns how many there were. */
type End = (
  trx: Transaction<Database>,
  user: NamedRecord,
  context: AuditContext,
  kept: Kept,
) => Promise<number>;

const endIdentities =
  (which: "all" | "unconfirmed"): End =>
  async (trx, user, context, { identityId = "" }) => {
    let query = trx
      .deleteFrom("identities")
      .where("user_id", "=", user.id)
      .where("id", "!=", identityId);
    if (which === "unconfirmed") query = query.where("confirmed_at", "is", null);
    const ended = await query.returning("provider").execute();
    for (const { provider } of ended) {
      const details = { to: provider };
      const subject = userSubject(user);
      await record(trx, context, { action: "user.identity_unlinked", subject, details });
    }
    return ended.length;
  };

const endRows =
  (table: "sign_in_codes" | "api_tokens" | "calendar_feeds"): End =>
  async (trx, { id }) =>
    (await trx.deleteFrom(table).where("user_id", "=", id).returning("user_id").execute()).length;

const END: Readonly<Record<Secret, End>> = {
  reset_links: async (trx, { id }, context) => {
    const open = await trx
      .selectFrom("links")
      .select("id")
      .where("user_id", "=", id)
      .where("ended_at", "is", null)
      .execute();
    const ids = open.map((link) => link.id);
    return (await revokeLinks(trx, ids, context)).length;
  },
  sign_in_codes: endRows("sign_in_codes"),
  unconfirmed_identities: endIdentities("unconfirmed"),
  identities: endIdentities("all"),
  sessions: async (trx, { id }, _context, { sessionId = "" }) => {
    const ended = await trx
      .deleteFrom("sessions")
      .where("user_id", "=", id)
      .where("id", "!=", sessionId)
      .returning("id")
      .execute();
    return ended.length;
  },
  api_tokens: endRows("api_tokens"),
  calendar_feeds: endRows("calendar_feeds"),
};

/**
 * Ends the secrets of a user that a change ends, in the transaction of the change.
 *
 * @returns how many secrets of each kind have ended
 */
export async function endSecrets(
  trx: Transaction<Database>,
  user: NamedRecord,
  change: keyof typeof ENDED_SECRETS,
  { by, at, runId }: AuditContext,
  kept: Kept = {},
): Promise<Partial<Record<Secret, number>>> {
  // The id in the context belongs to the entry of the change itself.
  const context = { by, at, ...(runId !== undefined && { runId }) };
  const ended: Partial<Record<Secret, number>> = {};
  for (const secret of ENDED_SECRETS[change]) {
    ended[secret] = await END[secret](trx, user, context, kept);
  }
  return ended;
}
