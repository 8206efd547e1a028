import type { Transaction } from "kysely";
import type { NamedRecord } from "#contract/shapes/id.ts";
import { type ChangeContext, withoutId } from "#server/changes/context.ts";
import { record, userSubject } from "#server/changes/record.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { SecretPurpose } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/schema.ts";
import { endLinks } from "./links.ts";

/** What of a user a change ends: secrets by their purpose, sessions, and identities at providers. */
interface Revoked {
  secrets: readonly SecretPurpose[];
  sessions?: boolean;
  identities?: "unconfirmed" | "all";
}

/** The purposes of the secrets that users own. */
const ALL: readonly SecretPurpose[] = ["reset", "sign_in_code", "api_token", "calendar_feed"];

/**
 * What ends because of each change. API tokens and calendar feeds of a deactivated user rest until the
 * account is active again. The database deletes the sessions and identities of a deleted user.
 */
const REVOKED = {
  password_changed: { secrets: ALL, sessions: true },
  password_reset: { secrets: ALL, sessions: true },
  /** They went to the old address, or were made because of it. */
  email_changed: { secrets: ["reset", "sign_in_code"], identities: "unconfirmed" },
  /** Until then, anybody may have used the account. */
  address_proven: { secrets: ALL, sessions: true, identities: "all" },
  /** An admin's unlinking can end what the identity may have made. */
  identity_unlinked: { secrets: ALL, sessions: true },
  signed_out: { secrets: ["sign_in_code"], sessions: true },
  deactivated: { secrets: ["reset", "sign_in_code"], sessions: true },
  deleted: { secrets: ALL },
} as const satisfies Readonly<Record<string, Revoked>>;

/** What the user keeps: the session or the identity that made the change. */
export interface Kept {
  sessionId?: string;
  identityId?: string;
}

/**
 * Ends the secrets of a user, and what else a change ends, in the transaction of the change.
 *
 * @returns the number of sessions that have ended
 */
export async function revokeAll(
  trx: Transaction<Database>,
  user: NamedRecord,
  because: keyof typeof REVOKED,
  ofChange: ChangeContext,
  { sessionId = "", identityId = "" }: Kept = {},
): Promise<number> {
  // The id in the context belongs to the entry of the change itself.
  const context = withoutId(ofChange);
  const revoked: Revoked = REVOKED[because];
  const secrets = await trx
    .selectFrom("secrets")
    .select("id")
    .where("user_id", "=", user.id)
    .where("purpose", "in", valuesIn(trx, revoked.secrets))
    .where("ended_at", "is", null)
    .execute();
  const ids = secrets.map(({ id }) => id);
  await endLinks(trx, ids, "revoked", context);
  if (revoked.identities) {
    const unlinked = await trx
      .deleteFrom("identities")
      .where("user_id", "=", user.id)
      .where("id", "!=", identityId)
      .$if(revoked.identities === "unconfirmed", (query) => query.where("confirmed_at", "is", null))
      .returning("provider")
      .execute();
    const subject = userSubject(user);
    for (const { provider: to } of unlinked) {
      const details = { to };
      await record(trx, context, { kind: "user.identity_unlinked", subject, details });
    }
  }
  if (!revoked.sessions) return 0;
  const sessions = await trx
    .deleteFrom("sessions")
    .where("user_id", "=", user.id)
    .where("id", "!=", sessionId)
    .returning("id")
    .execute();
  return sessions.length;
}
