import { randomUUID } from "node:crypto";
import type { Kysely, Updateable } from "kysely";
import type { AuditName } from "#contract/audit.ts";
import { confirmEmail } from "#server/accounts/pendingEmail.ts";
import { record, userSubject } from "#server/audit/record.ts";
import { type Param, prepared } from "#server/db/prepared.ts";
import type { Database, SessionsTable, UserRow } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { StorageRefused } from "#server/db/unavailable.ts";
import type { RefreshToken } from "./tokens.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** A session ends when it isn't used for this long, and at the latest after the second. */
export const IDLE_LIMIT_MS = 7 * DAY_MS;
export const ABSOLUTE_LIMIT_MS = 30 * DAY_MS;
/** How long a superseded refresh token is still good. */
export const GRACE_MS = 60_000;
/** Superseded refresh tokens that are still good, at most; older ones count as reused. */
export const SUPERSEDED_MAX = 20;

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
 * Starts a session for an account whose password was just compared, and confirms a new address that
 * it was named by. Undefined if the account has been deleted or deactivated, or got another password,
 * since it was read: comparing takes a while.
 */
export async function startVerifiedSession(
  db: Kysely<Database>,
  { id, password_hash }: UserRow,
  email: string,
  now: Date,
): Promise<{ sessionId: string; user: UserRow } | undefined> {
  return await transaction(db, async (trx) => {
    const same = await trx
      .selectFrom("users")
      .selectAll()
      .where("id", "=", id)
      .where("password_hash", "=", password_hash)
      .where("is_active", "=", 1)
      .executeTakeFirst();
    if (!same) return undefined;
    const user = await confirmEmail(trx, same, email, now);
    return user && { sessionId: await startSession(trx, id, now), user };
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
    const used = before(now, IDLE_LIMIT_MS);
    const [user] = await query({ id, used, started: before(now, ABSOLUTE_LIMIT_MS) });
    return user;
  };
}

/** What became of a session whose refresh token was redeemed. */
export type Redemption =
  /** `next` is the generation of the refresh token to offer. */
  | { outcome: "renewed"; next: number; emailKey: string }
  /** The token was superseded too long ago: two parties hold tokens, so the session has ended. */
  | { outcome: "revoked"; userId: string }
  | { outcome: "over" };

/** A redemption, and what it changes in the session's row; without `set` nothing. */
type Decision = { redemption: Redemption; set?: Updateable<SessionsTable> };

/** Reads a session that has not run out, with an active user. */
async function findLiveSession(db: Kysely<Database>, sessionId: string, now: Date) {
  return await db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select(["generation", "superseded", "user_id", "last_used_at", "email_key"])
    .where("sessions.id", "=", sessionId)
    .where("last_used_at", ">", before(now, IDLE_LIMIT_MS))
    .where("sessions.created_at", ">", before(now, ABSOLUTE_LIMIT_MS))
    .where("is_active", "=", 1)
    .executeTakeFirst();
}

/** Decides what redeeming a token does to its session, without doing it. */
function decide(
  session: Awaited<ReturnType<typeof findLiveSession>>,
  used: number,
  now: Date,
): Decision {
  const newest = session?.generation ?? 0;
  if (!session || !Number.isInteger(used) || used > newest + 1) {
    return { redemption: { outcome: "over" } };
  }
  const graceFrom = before(now, GRACE_MS);
  const superseded = (JSON.parse(session.superseded) as string[]).filter((at) => at > graceFrom);
  if (newest - used > superseded.length) {
    return { redemption: { outcome: "revoked", userId: session.user_id } };
  }

  const isRotation = used > newest;
  const generation = Math.max(newest, used);
  const redemption = {
    outcome: "renewed",
    next: generation + 1,
    emailKey: session.email_key,
  } as const;
  // A loop of refreshes must not write to the disk each time.
  const unusedFor = Math.abs(now.getTime() - Date.parse(session.last_used_at));
  if (!isRotation && unusedFor < GRACE_MS) return { redemption };
  const last_used_at = now.toISOString();
  const kept = isRotation ? [last_used_at, ...superseded].slice(0, SUPERSEDED_MAX) : superseded;
  return { redemption, set: { last_used_at, generation, superseded: JSON.stringify(kept) } };
}

/**
 * Redeems a refresh token (RFC 9700 §4.14.2). Each response offers the next token, and the first
 * use of that supersedes the one before. So a client that ignores the offer, or never gets the
 * response, goes on with the token that it has. A superseded token is good for {@link GRACE_MS},
 * for requests that were on their way; used later, it has been stolen, or its successor has.
 *
 * On a full disk the session goes on with the tokens that it has.
 */
export async function redeemRefreshToken(
  db: Kysely<Database>,
  { sessionId, generation: used }: RefreshToken,
  now: Date,
): Promise<Redemption> {
  const session = await findLiveSession(db, sessionId, now);
  const { redemption, set } = decide(session, used, now);
  if (!set && redemption.outcome !== "revoked") return redemption;
  try {
    return await transaction(db, async (trx) => {
      const decision = decide(await findLiveSession(trx, sessionId, now), used, now);
      if (decision.redemption.outcome === "revoked") {
        await trx.deleteFrom("sessions").where("id", "=", sessionId).execute();
      }
      if (decision.set) {
        await trx.updateTable("sessions").set(decision.set).where("id", "=", sessionId).execute();
      }
      return decision.redemption;
    });
  } catch (failure) {
    if (!(failure instanceof StorageRefused)) throw failure;
    // The rotation is not stored: only the token after the stored generation opens the session.
    if (redemption.outcome !== "renewed") return redemption;
    return { ...redemption, next: (session?.generation ?? 0) + 1 };
  }
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
    const auditEvent = {
      action: "user.signed_out_everywhere",
      subject: userSubject(user),
    } as const;
    await record(trx, { by: user, at }, auditEvent);
  });
}

/** Sweeps the sessions that have run out. */
export async function deleteStaleSessions(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where((eb) =>
      eb.or([
        eb("last_used_at", "<=", before(now, IDLE_LIMIT_MS)),
        eb("created_at", "<=", before(now, ABSOLUTE_LIMIT_MS)),
      ]),
    )
    .execute();
}
