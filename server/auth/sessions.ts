import { randomUUID } from "node:crypto";
import type { AuditName } from "#contract/audit.ts";
import { record, theUser } from "#server/audit/record.ts";
import { prepared, type Param } from "#server/db/prepared.ts";
import type { Database, UserRow } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import type { Kysely } from "kysely";
import type { RefreshToken } from "./tokens.ts";

const DAY = 24 * 60 * 60 * 1000;
/** A session ends when it isn't used for this long, and at the latest after the second. */
export const IDLE_LIMIT = 7 * DAY;
export const ABSOLUTE_LIMIT = 30 * DAY;
/** How long a superseded refresh token is still good, in ms. */
export const GRACE = 60_000;

const before = (now: Date, span: number) => new Date(now.getTime() - span).toISOString();

/** Starts a session, and returns its id. Its first refresh token has the generation 0. */
export async function startSession(
  db: Kysely<Database>,
  userId: string,
  now: Date,
): Promise<string> {
  const id = randomUUID();
  const at = now.toISOString();
  await db
    .insertInto("sessions")
    .values({
      id,
      user_id: userId,
      generation: 0,
      superseded: "[]",
      created_at: at,
      last_used_at: at,
    })
    .execute();
  return id;
}

/**
 * Starts a session for an account whose password was just compared. Undefined if the account has
 * been deleted or deactivated, or got another password, since it was read: comparing takes a while.
 */
export async function startSessionOf(
  db: Kysely<Database>,
  { id, password_hash }: UserRow,
  now: Date,
): Promise<string | undefined> {
  return await transaction(db, async (trx) => {
    const same = await trx
      .selectFrom("users")
      .select("id")
      .where("id", "=", id)
      .where("password_hash", "=", password_hash)
      .where("is_active", "=", 1)
      .executeTakeFirst();
    return same && (await startSession(trx, id, now));
  });
}

/** Reads the active user of a session; undefined when the session has ended or run out. */
export function sessionReader(
  db: Kysely<Database>,
): (sessionId: string, now: Date) => Promise<UserRow | undefined> {
  const query = prepared(db, (param: Param<{ id: string; used: string; started: string }>) =>
    db
      .selectFrom("sessions")
      .innerJoin("users", "users.id", "sessions.user_id")
      .selectAll("users")
      .where("sessions.id", "=", param("id"))
      .where("sessions.last_used_at", ">", param("used"))
      .where("sessions.created_at", ">", param("started"))
      .where("users.is_active", "=", 1),
  );
  return async (id, now) => {
    const used = before(now, IDLE_LIMIT);
    const [user] = await query({ id, used, started: before(now, ABSOLUTE_LIMIT) });
    return user;
  };
}

/** What became of a session whose refresh token was used. */
export type Use =
  /** `next` is the generation of the token to offer. */
  | { outcome: "used"; next: number }
  /** The token had been superseded too long ago: two hold tokens of the session, so it is ended. */
  | { outcome: "revoked"; userId: string }
  | { outcome: "over" };

/**
 * Uses a refresh token (RFC 9700 §4.14.2). Each answer offers the next one, and the first use of
 * that supersedes the one before: so a client that ignores the offer, or never
 * gets the answer, goes on with the token that it has. A superseded token is good for
 * {@link GRACE}, for requests that were on their way; used later, it has been stolen, or its
 * successor has.
 */
export async function useSession(
  db: Kysely<Database>,
  { sessionId, generation: used }: RefreshToken,
  now: Date,
): Promise<Use> {
  return await transaction(db, async (trx): Promise<Use> => {
    const session = await trx
      .selectFrom("sessions")
      .innerJoin("users", "users.id", "sessions.user_id")
      .select(["generation", "superseded", "user_id"])
      .where("sessions.id", "=", sessionId)
      .where("last_used_at", ">", before(now, IDLE_LIMIT))
      .where("sessions.created_at", ">", before(now, ABSOLUTE_LIMIT))
      .where("is_active", "=", 1)
      .executeTakeFirst();
    const newest = session?.generation ?? 0;
    if (!session || !Number.isInteger(used) || used > newest + 1) return { outcome: "over" };

    const at = now.toISOString();
    const graceFrom = before(now, GRACE);
    const superseded = (JSON.parse(session.superseded) as string[]).filter(
      (one) => one > graceFrom,
    );
    if (newest - used > superseded.length) {
      await trx.deleteFrom("sessions").where("id", "=", sessionId).execute();
      return { outcome: "revoked", userId: session.user_id };
    }
    if (used > newest) superseded.unshift(at);
    const generation = Math.max(newest, used);
    await trx
      .updateTable("sessions")
      .set({ last_used_at: at, generation, superseded: JSON.stringify(superseded) })
      .where("id", "=", sessionId)
      .execute();
    return { outcome: "used", next: generation + 1 };
  });
}

/** Ends a session, if it is still there, and returns whose it was. */
export async function endSession(
  db: Kysely<Database>,
  sessionId: string,
): Promise<string | undefined> {
  const ended = await db
    .deleteFrom("sessions")
    .where("id", "=", sessionId)
    .returning("user_id")
    .executeTakeFirst();
  return ended?.user_id;
}

/** Ends the sessions of a user, but for the one to keep. Says whether there were any. */
export async function endSessionsOf(
  db: Kysely<Database>,
  userId: string,
  keptSessionId?: string,
): Promise<boolean> {
  let query = db.deleteFrom("sessions").where("user_id", "=", userId);
  if (keptSessionId !== undefined) query = query.where("id", "!=", keptSessionId);
  return (await query.returning("id").execute()).length > 0;
}

/** Signs a user out everywhere. */
export async function signOutEverywhere(
  db: Kysely<Database>,
  user: AuditName,
  at: Date,
): Promise<void> {
  await transaction(db, async (trx) => {
    if (!(await endSessionsOf(trx, user.id))) return;
    const auditEvent = { action: "user.signed_out_everywhere", subject: theUser(user) } as const;
    await record(trx, { by: user, at }, auditEvent);
  });
}

/** Sweeps the sessions that have run out. */
export async function deleteStaleSessions(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where((eb) =>
      eb.or([
        eb("last_used_at", "<=", before(now, IDLE_LIMIT)),
        eb("created_at", "<=", before(now, ABSOLUTE_LIMIT)),
      ]),
    )
    .execute();
}
