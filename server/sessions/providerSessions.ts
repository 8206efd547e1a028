import type { Kysely } from "kysely";
import type { Database } from "#server/db/schema.ts";

/** What a provider ends: its session, or all sessions of its user. */
export interface ProviderSession {
  sid?: string | undefined;
  subject?: string | undefined;
}

/** The provider that a session was started with. */
export async function providerOfSession(
  db: Kysely<Database>,
  sessionId: string,
): Promise<string | undefined> {
  const found = await db
    .selectFrom("oidc_sessions")
    .select("provider")
    .where("session_id", "=", sessionId)
    .executeTakeFirst();
  return found?.provider;
}

/**
 * Ends the sessions of a provider's session or, without `sid`, of a provider's user. A session whose
 * `sid` is unknown ends with those of its user.
 *
 * @returns the ids of the users who were signed out
 */
export async function endProviderSessions(
  db: Kysely<Database>,
  provider: string,
  { sid, subject }: ProviderSession,
): Promise<string[]> {
  const named = db
    .selectFrom("oidc_sessions")
    .select("session_id")
    .where("provider", "=", provider)
    .where((eb) => {
      const ofSubject = eb("subject", "=", subject ?? "");
      if (sid === undefined) return ofSubject;
      return eb.or([eb("sid", "=", sid), eb.and([ofSubject, eb("sid", "is", null)])]);
    });
  const ended = await db
    .deleteFrom("sessions")
    .where("id", "in", named)
    .returning("user_id")
    .execute();
  return [...new Set(ended.map(({ user_id }) => user_id))];
}
