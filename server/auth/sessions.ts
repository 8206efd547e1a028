import { createHash, randomBytes, randomUUID } from "node:crypto";
import { prepared, type Param } from "#server/db/prepared.ts";
import type { Database, UserRow } from "#server/db/schema.ts";
import type { Kysely } from "kysely";

const DAY = 24 * 60 * 60 * 1000;
/** A session ends when it isn't used for this long, and at the latest after the second. */
export const IDLE_LIMIT = 7 * DAY;
export const ABSOLUTE_LIMIT = 30 * DAY;

const hashOf = (refreshToken: string) => createHash("sha256").update(refreshToken).digest("hex");

const before = (now: Date, span: number) => new Date(now.getTime() - span).toISOString();

/** Starts a session. Only the hash of its refresh token (256 random bits) is kept. */
export async function startSession(
  db: Kysely<Database>,
  userId: string,
  now: Date,
): Promise<{ sessionId: string; refreshToken: string }> {
  const sessionId = randomUUID();
  const refreshToken = randomBytes(32).toString("base64url");
  const at = now.toISOString();
  await db
    .insertInto("sessions")
    .values({
      id: sessionId,
      user_id: userId,
      refresh_hash: hashOf(refreshToken),
      created_at: at,
      last_used_at: at,
    })
    .execute();
  return { sessionId, refreshToken };
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

/** Marks the session of a refresh token as used, and returns its id; undefined if it is over. */
export async function useSession(
  db: Kysely<Database>,
  refreshToken: string,
  now: Date,
): Promise<string | undefined> {
  const session = await db
    .updateTable("sessions")
    .set({ last_used_at: now.toISOString() })
    .where("refresh_hash", "=", hashOf(refreshToken))
    .where("last_used_at", ">", before(now, IDLE_LIMIT))
    .where("created_at", ">", before(now, ABSOLUTE_LIMIT))
    .where("user_id", "in", (eb) => eb.selectFrom("users").select("id").where("is_active", "=", 1))
    .returning("id")
    .executeTakeFirst();
  return session?.id;
}

/** Ends the session of a refresh token, if there is one, and returns whose it was. */
export async function endSession(
  db: Kysely<Database>,
  refreshToken: string,
): Promise<string | undefined> {
  const ended = await db
    .deleteFrom("sessions")
    .where("refresh_hash", "=", hashOf(refreshToken))
    .returning("user_id")
    .executeTakeFirst();
  return ended?.user_id;
}

/** Ends the sessions of a user, but for the one to keep. */
export async function endSessionsOf(
  db: Kysely<Database>,
  userId: string,
  keptSessionId?: string,
): Promise<void> {
  let query = db.deleteFrom("sessions").where("user_id", "=", userId);
  if (keptSessionId !== undefined) query = query.where("id", "!=", keptSessionId);
  await query.execute();
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
