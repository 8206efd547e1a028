import type { Kysely } from "kysely";
import { TASK_RUN_DAYS } from "#contract/taskRun.ts";
import { DAY_MS } from "#contract/time.ts";
import { inTransactions } from "#server/db/inTransactions.ts";
import type { Database } from "#server/db/schema.ts";

/** Deletes the results of bulk actions on tasks that were begun too long ago, one at a time. */
export async function pruneRuns(db: Kysely<Database>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - TASK_RUN_DAYS * DAY_MS).toISOString();
  await inTransactions(db, async (trx) => {
    const old = await trx
      .selectFrom("jobs")
      .select("subject_id")
      .where("kind", "=", "task_run")
      .where("made_at", "<", before)
      .where("state", "<>", "running")
      .orderBy("made_at")
      .limit(1)
      .executeTakeFirst();
    if (!old) return false;
    await trx.deleteFrom("task_runs").where("id", "=", old.subject_id).execute();
    await trx.deleteFrom("jobs").where("subject_id", "=", old.subject_id).execute();
    return true;
  });
}
