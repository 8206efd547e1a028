import type { Kysely, Transaction } from "kysely";
import { DAY_MS } from "#contract/time.ts";
import { SERVER } from "#server/changes/context.ts";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { isHeld, type Lease } from "#server/jobs/lease.ts";
import { beginJob } from "#server/jobs/queries.ts";
import type { JobWork, Step } from "#server/jobs/step.ts";

/** Files that were uploaded and never imported hold other people's data. */
const DRAFT_DAYS = 1;
const REPORT_DAYS = 30;
/** Rows per transaction: few, so that other requests wait only briefly, and a full disk has room. */
const DELETED_ROWS = 200;

const daysBefore = (now: Date, days: number): string =>
  new Date(now.getTime() - days * DAY_MS).toISOString();

async function deleteImport(trx: Transaction<Database>, id: string): Promise<void> {
  await trx.deleteFrom("imports").where("id", "=", id).execute();
  await trx.deleteFrom("jobs").where("subject_id", "=", id).execute();
}

/** Deletes an import that has not begun, with its jobs. */
export async function deleteDraft(db: Kysely<Database>, id: string): Promise<void> {
  await transaction(db, async (trx) => {
    const draft = trx.selectFrom("imports").select("id").where("id", "=", id);
    const found = await draft.where("state", "in", ["draft", "checked"]).executeTakeFirst();
    if (found) await deleteImport(trx, id);
  });
}

/** Deletes rows of an import, and in the end the import with its jobs. */
async function deleteRows(trx: Transaction<Database>, id: string): Promise<Step> {
  const rows = trx.selectFrom("import_items").where("import_id", "=", id);
  const last = await rows
    .select("position")
    .orderBy("position")
    .offset(DELETED_ROWS - 1)
    .limit(1)
    .executeTakeFirst();
  if (!last) {
    await deleteImport(trx, id);
    return { events: [], hasMore: false };
  }
  await trx
    .deleteFrom("import_items")
    .where("import_id", "=", id)
    .where("position", "<=", last.position)
    .execute();
  return { events: [], hasMore: true };
}

/** The work of deleting an import, also of one whose upload has failed. */
export const IMPORT_DISCARD: JobWork = {
  open: async () => async (trx, job) => await deleteRows(trx, job.subject_id),
  end: async () => [],
};

/**
 * Begins to delete an import unless somebody works on it. Without a total, nobody can run what is
 * left.
 */
async function beginDiscard(
  db: Kysely<Database>,
  id: string,
  at: Date,
): Promise<Lease | undefined> {
  return await transaction(db, async (trx) => {
    if (await isHeld(trx, id)) return undefined;
    await trx.updateTable("imports").set({ total: 0 }).where("id", "=", id).execute();
    return await beginJob(trx, { kind: "import_discard", subject_id: id }, { by: SERVER, at });
  });
}

/**
 * Deletes drafts after a day, and all other imports after 30. The ids of imported tasks stay, so that a file still
 * creates nothing twice.
 *
 * @param finish does the job of a lease
 */
export async function pruneImports(
  db: Kysely<Database>,
  now: Date,
  finish: (lease: Lease) => Promise<unknown>,
): Promise<void> {
  const old = await db
    .selectFrom("imports")
    .select("id")
    .where("total", ">", 0)
    .where((eb) =>
      eb.or([
        eb.and([
          eb("state", "in", ["draft", "checked"]),
          eb("created_at", "<", daysBefore(now, DRAFT_DAYS)),
        ]),
        // Also one that was stopped in the middle, with rows of the file that nobody goes on with.
        eb("created_at", "<", daysBefore(now, REPORT_DAYS)),
      ]),
    )
    .execute();
  for (const { id } of old) {
    const lease = await beginDiscard(db, id, now);
    if (lease) await finish(lease);
  }
}
