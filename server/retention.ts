import type { ExpressionBuilder, Kysely } from "kysely";
import { DUE_KINDS } from "#contract/inbox.ts";
import { DAY_MS } from "#contract/time.ts";
import { deleteInBatches, type KeysOfRows } from "./db/deleteInBatches.ts";
import type { Database, SecretPurpose } from "./db/schema.ts";
import { itemId } from "./inbox/due.ts";
import { SESSION_AGE_MAX_MS, SESSION_IDLE_MAX_MS } from "./sessions/sessions.ts";

/**
 * The number of days for which a secret stays in the table after its end. The page of a link says why
 * it ended, and the list of API tokens shows those that expired.
 */
const SECRET_DAYS: Readonly<Record<SecretPurpose, number>> = {
  invitation: 30,
  reset: 30,
  sign_in_code: 0,
  provider_sign_in: 0,
  logout_token: 0,
  api_token: 30,
  calendar_feed: 0,
};
/** The number of days for which an inbox keeps an item, and the number of its items. */
const INBOX_DAYS = 90;
export const INBOX_ITEMS_MAX = 500;
/** The number of days for which an inbox shows a read task that is due, in any time zone. */
const DUE_DAYS = 3;
/** The number of days for which finished deliveries are listed, and the number of a webhook's deliveries. */
const DELIVERY_DAYS = 7;
export const DELIVERIES_MAX = 10_000;

/** Whether an item marks an overdue task as read, which the inbox would otherwise show again. */
const isNeeded = ({ exists, selectFrom }: ExpressionBuilder<Database, "notifications">) =>
  exists(
    selectFrom("tasks")
      .select("tasks.id")
      .whereRef("tasks.id", "=", "notifications.task_id")
      .whereRef("tasks.assignee_id", "=", "notifications.user_id")
      .where("tasks.status", "<>", "Done")
      .where("notifications.id", "=", itemId("overdue")),
  );

/** The rows of a table that the server deletes once an hour. */
interface Retention {
  table: keyof Database;
  keys: readonly string[];
  old(db: Kysely<Database>, before: (ms: number) => string): AsyncIterable<KeysOfRows>;
}

/** What the server keeps only for a time, or only a number of. Other rows end in steps of their own. */
export const RETENTION: readonly Retention[] = [
  {
    table: "sessions",
    keys: ["id"],
    async *old(db, before) {
      const sessions = db.selectFrom("sessions").select("id");
      yield sessions.where("last_used_at", "<=", before(SESSION_IDLE_MAX_MS));
      yield sessions.where("created_at", "<=", before(SESSION_AGE_MAX_MS));
    },
  },
  {
    table: "secrets",
    keys: ["id"],
    async *old(db, before) {
      for (const [purpose, days] of Object.entries(SECRET_DAYS) as [SecretPurpose, number][]) {
        const secrets = db.selectFrom("secrets").select("id").where("purpose", "=", purpose);
        yield secrets.where("ended_at", "<=", before(days * DAY_MS));
        yield secrets.where("expires_at", "<=", before(days * DAY_MS));
      }
    },
  },
  {
    table: "notifications",
    keys: ["user_id", "id"],
    async *old(db, before) {
      const all = db.selectFrom("notifications");
      const news = all.where("kind", "not in", DUE_KINDS);
      const keys = ["user_id", "id"] as const;
      yield news.select(keys).where("created_at", "<", before(INBOX_DAYS * DAY_MS));
      yield all
        .select(keys)
        .where("kind", "in", DUE_KINDS)
        .where("created_at", "<", before(DUE_DAYS * DAY_MS))
        .where((eb) => eb.not(isNeeded(eb)));
      const full = await news
        .select("user_id")
        .groupBy("user_id")
        .having(({ fn }) => fn.countAll(), ">", INBOX_ITEMS_MAX)
        .execute();
      for (const { user_id } of full) {
        const own = news.select(keys).where("user_id", "=", user_id);
        yield own.orderBy("created_at", "desc").orderBy("id", "desc").offset(INBOX_ITEMS_MAX);
      }
    },
  },
  {
    table: "webhook_deliveries",
    keys: ["id"],
    async *old(db, before) {
      for (const { id } of await db.selectFrom("webhooks").select("id").execute()) {
        const own = db.selectFrom("webhook_deliveries").select("id").where("webhook_id", "=", id);
        yield own.where("created_at", "<", before(DELIVERY_DAYS * DAY_MS));
        yield own.orderBy("created_at", "desc").orderBy("id", "desc").offset(DELIVERIES_MAX);
      }
    },
  },
];

/** Deletes what a table keeps no longer. */
export async function deleteOld(
  db: Kysely<Database>,
  now: Date,
  { table, keys, old }: Retention,
): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  for await (const rows of old(db, before)) await deleteInBatches(db, table, keys, rows);
}
