import type { Kysely } from "kysely";
import { SERVER } from "#server/changes/context.ts";
import { readBackupDue, setBackupDue } from "#server/db/backup/scheduled.ts";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { isHeld, type Lease } from "#server/jobs/lease.ts";
import { beginJob } from "#server/jobs/queries.ts";
import type { JobWork } from "#server/jobs/step.ts";

/** All backups are one subject: one at a time is written. */
const SUBJECT = "backup";

/** A backup that failed, or whose server was killed, is repeated after this many ms. */
const RETRY_MS = 60 * 60 * 1000;

const after = (at: Date, ms: number) => new Date(at.getTime() + ms);

/**
 * Begins a backup if one is due and none is being written: of several servers one gets its lease. A due
 * time beyond the interval comes from a longer interval in the past.
 */
export async function claimBackup(
  db: Kysely<Database>,
  now: Date,
  intervalMs: number,
): Promise<Lease | undefined> {
  return await transaction(db, async (trx) => {
    const due = await readBackupDue(trx);
    if (due !== null && due > now && due <= after(now, intervalMs)) return undefined;
    if (await isHeld(trx, SUBJECT)) return undefined;
    await setBackupDue(trx, after(now, Math.min(RETRY_MS, intervalMs)));
    return await beginJob(trx, { kind: "backup", subject_id: SUBJECT }, { by: SERVER, at: now });
  });
}

/** The work on a backup, or a sweep of files, whose server was killed: none, since it is repeated as a whole. */
export const REPEATED_AS_A_WHOLE: JobWork = {
  open: async () => async () => ({ events: [], hasMore: false }),
  end: async () => [],
};
