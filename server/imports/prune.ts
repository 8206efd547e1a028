import type { Kysely } from "kysely";
import type { Database } from "#server/db/schema.ts";
import { inSteps, isBusy, type Lease, leaseOf, newLease, whileLeased } from "./lease.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Files that were uploaded and never imported hold other people's data. */
const DRAFT_DAYS = 1;
const REPORT_DAYS = 30;
/** Rows per transaction: few, so that other requests wait only briefly, and a full disk has room. */
const DELETED_ROWS = 200;

const daysBefore = (now: Date, days: number): string =>
  new Date(now.getTime() - days * DAY_MS).toISOString();

/** Deletes an import and its rows in batches, under a lease. */
export async function deleteImport(db: Kysely<Database>, lease: Lease): Promise<void> {
  await inSteps(db, lease, async (trx, { id }) => {
    const rows = trx.selectFrom("import_items").where("import_id", "=", id);
    const last = await rows
      .select("position")
      .orderBy("position")
      .offset(DELETED_ROWS - 1)
      .limit(1)
      .executeTakeFirst();
    if (!last) {
      await trx.deleteFrom("imports").where("id", "=", id).execute();
      return false;
    }
    await trx
      .deleteFrom("import_items")
      .where("import_id", "=", id)
      .where("position", "<=", last.position)
      .execute();
    return true;
  });
}

/** Deletes an import unless a request works on it. Without a total, nobody can run what is left. */
async function discard(db: Kysely<Database>, id: string): Promise<void> {
  const lease = newLease(id);
  const { numUpdatedRows } = await db
    .updateTable("imports")
    .set({ ...leaseOf(lease), total: 0 })
    .where("id", "=", id)
    .where((eb) =>
      eb.or([eb("busy_until", "is", null), eb("busy_until", "<=", new Date().toISOString())]),
    )
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await whileLeased(db, lease, () => deleteImport(db, lease));
}

/**
 * Deletes drafts after a day, reports after 30, and what is left of failed uploads. The ids of
 * imported tasks stay, so that a file still creates nothing twice.
 */
export async function pruneImports(db: Kysely<Database>, now: Date): Promise<void> {
  const old = await db
    .selectFrom("imports")
    .select(["id", "busy_until"])
    .where((eb) =>
      eb.or([
        eb("total", "=", 0),
        eb.and([
          eb("state", "in", ["draft", "checked"]),
          eb("created_at", "<", daysBefore(now, DRAFT_DAYS)),
        ]),
        eb.and([
          eb("state", "in", ["done", "undone"]),
          eb("created_at", "<", daysBefore(now, REPORT_DAYS)),
        ]),
      ]),
    )
    .execute();
  for (const row of old) if (!isBusy(row)) await discard(db, row.id);
}
