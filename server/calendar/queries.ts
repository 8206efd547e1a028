import { type Kysely, sql } from "kysely";
import type { CalendarFeed } from "#contract/calendarFeed.ts";
import { addDays } from "#contract/due.ts";
import { hashOf } from "#server/accounts/secrets.ts";
import { type AuditContext, record, userSubject } from "#server/audit/record.ts";
import type { Database, UserRow } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";

/** The maximum number of tasks in a feed. Beyond it, those with the earliest due dates are left out. */
const FEED_TASKS_MAX = 1_000;
/** The number of days for which a done task stays in the feed. */
const DONE_SHOWN_DAYS = 30;
/** The maximum number of characters of a description in the feed. */
export const DESCRIPTION_MAX = 500;

/** The user's feed; null without one. */
export async function findFeed(db: Kysely<Database>, userId: string): Promise<CalendarFeed | null> {
  const row = await db
    .selectFrom("calendar_feeds")
    .select("created_at")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Gives the user's feed a new token. An earlier one is no longer valid. */
export async function replaceFeed(
  db: Kysely<Database>,
  user: UserRow,
  token: string,
  context: AuditContext,
): Promise<CalendarFeed> {
  const row = { token_hash: hashOf(token), created_at: context.at.toISOString() };
  const auditEvent = { action: "user.calendar_feed_created", subject: userSubject(user) } as const;
  await transaction(db, async (trx) => {
    await trx
      .insertInto("calendar_feeds")
      .values({ user_id: user.id, ...row })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
      .execute();
    await record(trx, context, auditEvent);
  });
  return { created_at: row.created_at };
}

/** Turns a user's feed off. Does nothing without one. */
export async function deleteFeed(
  db: Kysely<Database>,
  user: UserRow,
  context: AuditContext,
): Promise<void> {
  const auditEvent = { action: "user.calendar_feed_revoked", subject: userSubject(user) } as const;
  await transaction(db, async (trx) => {
    const deleted = await trx
      .deleteFrom("calendar_feeds")
      .where("user_id", "=", user.id)
      .returning("user_id")
      .executeTakeFirst();
    if (deleted) await record(trx, context, auditEvent);
  });
}

/** The active user with this token; undefined if there is none. */
export async function findFeedUser(
  db: Kysely<Database>,
  token: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("calendar_feeds")
    .innerJoin("users", "users.id", "calendar_feeds.user_id")
    .select("users.id")
    .where("token_hash", "=", hashOf(token))
    .where("users.is_active", "=", 1)
    .executeTakeFirst();
  return row?.id;
}

/**
 * The tasks of a feed: assigned to the user, with a due date, and open or done recently. Descriptions
 * are cut here, because whole ones would take up to 40 MB; one character more shows that there was a cut.
 */
export async function feedTasks(db: Kysely<Database>, userId: string, today: string) {
  const doneAfter = addDays(today, -DONE_SHOWN_DAYS);
  return await db
    .selectFrom("tasks")
    .select(["id", "title", "status", "priority"])
    .select(sql<string>`substr(description, 1, ${sql.lit(DESCRIPTION_MAX + 1)})`.as("description"))
    .select((eb) => eb.ref("due_date").$notNull().as("due_date"))
    .select(["created_at", "updated_at", "version"])
    .where("assignee_id", "=", userId)
    .where("due_date", "is not", null)
    .where((eb) => eb.or([eb("status", "<>", "Done"), eb("status_changed_at", ">=", doneAfter)]))
    .orderBy("due_date", "desc")
    .orderBy("id")
    .limit(FEED_TASKS_MAX)
    .execute();
}

export type FeedTask = Awaited<ReturnType<typeof feedTasks>>[number];
