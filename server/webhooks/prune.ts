import { setImmediate } from "node:timers/promises";
import type { Kysely, SelectQueryBuilder } from "kysely";
import { DAY_MS } from "#contract/time.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";

/** The number of days for which finished deliveries are listed. */
const KEPT_DAYS = 7;
/** The maximum number of deliveries of a webhook after the hourly clean-up. */
export const DELIVERIES_KEPT = 10_000;
/** Small, so that one statement doesn't delay other requests. */
const BATCH = 500;

type Deliveries = SelectQueryBuilder<Database, "webhook_deliveries", object>;

/** Deletes the deliveries of a query, in batches. */
async function deleteAll(db: Kysely<Database>, deliveries: Deliveries): Promise<void> {
  for (;;) {
    const rows = await deliveries.select("id").limit(BATCH).execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return;
    await db.deleteFrom("webhook_deliveries").where("id", "in", valuesIn(db, ids)).execute();
    await setImmediate();
  }
}

/** Deletes old deliveries, and the oldest of a webhook that has too many. */
export async function pruneDeliveries(db: Kysely<Database>, now: Date): Promise<void> {
  const limit = new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString();
  const webhooks = await db.selectFrom("webhooks").select("id").execute();
  for (const { id } of webhooks) {
    const own = db.selectFrom("webhook_deliveries").where("webhook_id", "=", id);
    await deleteAll(db, own.where("created_at", "<", limit));
    const newestFirst = own.orderBy("created_at", "desc").orderBy("id", "desc");
    await deleteAll(db, newestFirst.offset(DELIVERIES_KEPT));
  }
}
