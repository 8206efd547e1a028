import { randomUUID } from "node:crypto";
import type { Kysely, Transaction, Updateable } from "kysely";
import type { NamedRecord } from "#contract/shapes/id.ts";
import { DAY_MS } from "#contract/time.ts";
import { confirmEmail } from "#server/accounts/pendingEmail.ts";
import { type ChangeContext, SERVER } from "#server/changes/context.ts";
import { record, userSubject } from "#server/changes/record.ts";
import { type Param, prepared } from "#server/db/postgres/prepared.ts";
import type { SessionsTable, UserRow } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { StorageRefused } from "#server/db/unavailable.ts";
import { unauthorized } from "#server/refusals.ts";
import { revokeAll } from "#server/secrets/revokeAll.ts";
import type { RefreshToken } from "./tokens.ts";

/** A session without requests ends after this time. */
export const SESSION_IDLE_MAX_MS = 7 * DAY_MS;
/** A session in use ends after this time. */
export const SESSION_AGE_MAX_MS = 30 * DAY_MS;
/** The time in ms for which a superseded refresh token stays valid. */
export const SUPERSEDED_GRACE_MS = 60_000;
/** The number of generations whose superseded tokens may stay valid; older ones count as reused. */
export const SUPERSEDED_MAX = 20;

const before = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString();

/** Starts a session and returns its id. Its first refresh token has generation 0. */
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
 * Starts a session after the password was verified. If the user signed in with their pending
 * address, confirms it. Verifying takes a while, so this returns undefined if the account was
 * deleted or deactivated, or got a new password, in between.
 */
export async function startVerifiedSession(
  db: Kysely<Database>,
  { id, password_hash }: UserRow,
  email: string,
  now: Date,
): Promise<{ sessionId: string; user: UserRow } | undefined> {
  return await transaction(db, async (trx) => {
    const unchanged = await trx
      .selectFrom("users")
      .selectAll()
      .where("id", "=", id)
      .where("password_hash", "=", password_hash)
      .where("is_active", "=", 1)
      .executeTakeFirst();
    if (!unchanged) return undefined;
    const user = await confirmEmail(trx, unchanged, email, now);
    return user && { sessionId: await startSession(trx, id, now), user };
  });
}

const readSessionUser = prepared(
  (db, param: Param<{ id: string; used: string; started: string }>) =>
    db
      .selectFrom("sessions")
      .innerJoin("users", "users.id", "sessions.user_id")
      .selectAll("users")
      .where("sessions.id", "=", param("id"))
      .where("sessions.last_used_at", ">", param("used"))
      .where("sessions.created_at", ">", param("started"))
      .where("users.is_active", "=", 1),
);

/** Reads the active user of a session, or undefined if the session has ended or expired. */
export async function findSessionUser(
  db: Kysely<Database>,
  id: string,
  now: Date,
): Promise<UserRow | undefined> {
  const used = before(now, SESSION_IDLE_MAX_MS);
  const [user] = await readSessionUser(db, { id, used, started: before(now, SESSION_AGE_MAX_MS) });
  return user;
}

/** The outcome of redeeming a refresh token. */
type Redemption =
  /** `next` is the generation of the refresh token to offer; without it the client keeps its own. */
  | { outcome: "renewed"; next?: number; emailKey: string }
  /** Another token superseded it too long ago. One of them is a copy, so the session has ended. */
  | { outcome: "revoked"; user: NamedRecord }
  /** The session has ended or expired, or never issued this token. */
  | { outcome: "over" };

/** A redemption, and the columns to update in the session's row, if any. */
type Decision = { redemption: Redemption; set?: Updateable<SessionsTable> };

/** The clocks of a redemption. `steady` doesn't follow the wall clock back. */
interface RedemptionTimes {
  now: Date;
  steady: Date;
}

/** Reads a session that has not expired and whose user is active. */
async function findLiveSession(db: Kysely<Database>, sessionId: string, now: Date) {
  return await db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select(["generation", "superseded", "user_id", "name", "last_used_at", "email_key"])
    .where("sessions.id", "=", sessionId)
    .where("last_used_at", ">", before(now, SESSION_IDLE_MAX_MS))
    .where("sessions.created_at", ">", before(now, SESSION_AGE_MAX_MS))
    .where("is_active", "=", 1)
    .executeTakeFirst();
}

/**
 * Decides how to redeem a token. It only reads: the caller applies the decision. Tokens are ordered by
 * generation, and of one generation the first that was used counts.
 */
function decide(
  session: Awaited<ReturnType<typeof findLiveSession>>,
  { generation: used, id = "" }: RefreshToken,
  { now, steady }: RedemptionTimes,
): Decision {
  const newest = session?.generation ?? 0;
  if (!session || !Number.isInteger(used) || used > newest + 1) {
    return { redemption: { outcome: "over" } };
  }
  const { name, user_id, email_key: emailKey } = session;
  const uses = JSON.parse(session.superseded) as string[];
  const isRotation = used > newest;
  if (!isRotation) {
    const [, firstId] = uses[newest - used]?.split(" ") ?? [];
    // Of a first use without an id, an older version has stored only the time.
    const isSibling = firstId !== undefined && firstId !== id;
    const isNewest = used === newest && !isSibling;
    const [supersededAt = ""] = uses[newest - used - (isSibling ? 0 : 1)]?.split(" ") ?? [];
    const age = Math.abs(steady.getTime() - Date.parse(supersededAt));
    if (!isNewest && !(age < SUPERSEDED_GRACE_MS)) {
      return { redemption: { outcome: "revoked", user: { id: user_id, name } } };
    }
    // The client gets no successor, which would let a copy keep pace.
    if (!isNewest) return { redemption: { outcome: "renewed", emailKey } };
  }

  const generation = Math.max(newest, used);
  const redemption = { outcome: "renewed", next: generation + 1, emailKey } as const;
  // A client that refreshes in a loop must not cause a write each time.
  const unusedFor = Math.abs(now.getTime() - Date.parse(session.last_used_at));
  if (!isRotation && unusedFor < SUPERSEDED_GRACE_MS) return { redemption };
  const last_used_at = now.toISOString();
  if (!isRotation) return { redemption, set: { last_used_at } };
  const kept = [`${steady.toISOString()} ${id}`, ...uses].slice(0, SUPERSEDED_MAX);
  return { redemption, set: { last_used_at, generation, superseded: JSON.stringify(kept) } };
}

/**
 * Redeems a refresh token (RFC 9700 §4.14.2). Each response offers a next token of its own, and the
 * first use of one supersedes the previous token and the other offers. So a client that ignores the
 * offers, or never receives the response, can continue with its present token.
 *
 * A superseded token stays valid for {@link SUPERSEDED_GRACE_MS}, for requests already under way.
 * A later use means that two clients have the session's tokens.
 *
 * On a full disk tokens don't rotate, and the session continues with the present ones.
 */
export async function redeemRefreshToken(
  db: Kysely<Database>,
  token: RefreshToken,
  times: RedemptionTimes,
): Promise<Redemption> {
  const { sessionId } = token;
  const { now } = times;
  const session = await findLiveSession(db, sessionId, now);
  const { redemption, set } = decide(session, token, times);
  if (!set && redemption.outcome !== "revoked") return redemption;
  try {
    return await transaction(db, async (trx) => {
      const decision = decide(await findLiveSession(trx, sessionId, now), token, times);
      if (decision.redemption.outcome === "revoked") {
        const subject = userSubject(decision.redemption.user);
        await endSession(trx, sessionId);
        await record(trx, { by: SERVER, at: now }, { kind: "user.session_revoked", subject });
      }
      if (decision.set) {
        await trx.updateTable("sessions").set(decision.set).where("id", "=", sessionId).execute();
      }
      return decision.redemption;
    });
  } catch (failure) {
    if (!(failure instanceof StorageRefused)) throw failure;
    // The rotation was not stored, so offer the token after the stored generation.
    if (redemption.outcome !== "renewed") return redemption;
    return { ...redemption, next: (session?.generation ?? 0) + 1 };
  }
}

/** Ends a session. Returns the id of its user, or undefined if it had ended before. */
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

/**
 * Throws a 401 if a session has ended since the access check. Call it in the transaction that makes a secret:
 * otherwise requests of a thief that wait for their turn would make one after the owner's change of the
 * password has ended all.
 */
export async function requireSession(trx: Transaction<Database>, id: string): Promise<void> {
  const found = await trx
    .selectFrom("sessions")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  if (!found) throw unauthorized("Please sign in");
}

/** Signs a user out everywhere. */
export async function signOutEverywhere(
  db: Kysely<Database>,
  context: ChangeContext,
): Promise<void> {
  const user = context.by;
  await transaction(db, async (trx) => {
    const sessions = await revokeAll(trx, user, "signed_out", context);
    if (!sessions) return;
    const subject = userSubject(user);
    await record(trx, context, { kind: "user.signed_out_everywhere", subject });
  });
}
