import type { Kysely, SelectQueryBuilder } from "kysely";
import { DUE_KINDS } from "#contract/inbox.ts";
import type { Database } from "#server/db/schema.ts";
import { daysAfter } from "#server/http/today.ts";

/** The number of days for which an inbox keeps an item. */
const RETENTION_DAYS = 90;
/** Read tasks that were due are no longer computed after two days, in any time zone. */
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
  }
}

/** Deletes items that are too old, and the oldest ones of users who have too many. */
export async function pruneInboxes(db: Kysely<Database>, now: Date): Promise<void> {
  const all = db.selectFrom("notifications");
  const day = now.toISOString().slice(0, 10);
  await deleteAll(db, all.where("created_at", "<", daysAfter(day, -RETENTION_DAYS)));
  const dueBefore = daysAfter(day, -DUE_RETENTION_DAYS);
  await deleteAll(db, all.where("kind", "in", DUE_KINDS).where("created_at", "<", dueBefore));
  const full = await all
    .select("user_id")
    .groupBy("user_id")
    .having(({ fn }) => fn.countAll(), ">", ITEMS_MAX)
    .execute();
  for (const { user_id } of full) {
    const newestFirst = all
      .where("user_id", "=", user_id)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc");
    await deleteAll(db, newestFirst.offset(ITEMS_MAX));
  }
}
