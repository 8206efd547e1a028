import { setImmediate } from "node:timers/promises";
import type { ExpressionBuilder, Kysely, SelectQueryBuilder } from "kysely";
import { addDays } from "#contract/calendar.ts";
import { DUE_KINDS } from "#contract/inbox.ts";
import type { Database } from "#server/db/schema.ts";
import { itemId } from "./due.ts";

/** The number of days for which an inbox keeps an item. */
const RETENTION_DAYS = 90;
/** The number of days for which an inbox shows a read task that is due, in any time zone. */
const DUE_RETENTION_DAYS = 3;
/** The number of items that an inbox keeps. */
export const ITEMS_MAX = 500;
/** Small, so that one statement doesn't delay other requests. */
const BATCH = 200;

type Items = SelectQueryBuilder<Database, "notifications", object>;

/** Deletes the items of a query, in batches. */
async function deleteAll(db: Kysely<Database>, items: Items): Promise<void> {
  for (;;) {
    const keys = items.select(["notifications.user_id", "notifications.id"]).limit(BATCH);
    const { numDeletedRows } = await db
      .deleteFrom("notifications")
      .where(({ eb, refTuple }) =>
        eb(refTuple("user_id", "id"), "in", keys.$asTuple("user_id", "id")),
      )
      .executeTakeFirst();
    if (numDeletedRows < BigInt(BATCH)) return;
    await setImmediate();
  }
}

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

/** Deletes items that are too old, and the oldest ones of users who have too many. */
export async function pruneInboxes(db: Kysely<Database>, now: Date): Promise<void> {
  const all = db.selectFrom("notifications");
  const news = all.where("kind", "not in", DUE_KINDS);
  const day = now.toISOString().slice(0, 10);
  await deleteAll(db, news.where("created_at", "<", addDays(day, -RETENTION_DAYS)));
  const read = all.where("kind", "in", DUE_KINDS);
  const readBefore = addDays(day, -DUE_RETENTION_DAYS);
  await deleteAll(
    db,
    read.where("created_at", "<", readBefore).where((eb) => eb.not(isNeeded(eb))),
  );
  const full = await news
    .select("user_id")
    .groupBy("user_id")
    .having(({ fn }) => fn.countAll(), ">", ITEMS_MAX)
    .execute();
  for (const { user_id } of full) {
    const newestFirst = news
      .where("user_id", "=", user_id)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc");
    await deleteAll(db, newestFirst.offset(ITEMS_MAX));
  }
}
