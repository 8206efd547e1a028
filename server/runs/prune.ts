import type { Kysely } from "kysely";
import { RUN_DAYS } from "#contract/run.ts";
import { DAY_MS } from "#contract/time.ts";
import { inTransactions } from "#server/db/inTransactions.ts";
import type { Database } from "#server/db/schema.ts";
import { jobOf } from "./runs.ts";

/** The number of results that a transaction deletes: few, so that other requests wait only briefly. */
const ITEMS_DELETED = 500;

/** Deletes the results of bulk actions that ended too long ago, one action after another. */
export async function pruneRuns(db: Kysely<Database>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RUN_DAYS * DAY_MS).toISOString();
  await inTransactions(db, async (trx) => {
    const underWay = trx.selectFrom("jobs").select("subject_id").where("state", "=", "running");
    const old = await trx
      .selectFrom("jobs")
      .select("subject_id as id")
      .where("kind", "in", [jobOf("user"), jobOf("task")])
      .where("made_at", "<", before)
      .where("ended_at", "<", before)
      .where("subject_id", "not in", underWay)
      .orderBy("made_at")
      .limit(1)
      .executeTakeFirst();
    if (!old) return false;
    const items = trx.selectFrom("run_items").where("run_id", "=", old.id);
    const { numDeletedRows } = await trx
      .deleteFrom("run_items")
      .where("run_id", "=", old.id)
      .where("position", "in", items.select("position").limit(ITEMS_DELETED))
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0) return true;
    await trx.deleteFrom("runs").where("id", "=", old.id).execute();
    await trx.deleteFrom("jobs").where("subject_id", "=", old.id).execute();
    return true;
  });
}
