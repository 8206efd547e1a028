import type { Kysely } from "kysely";
import type { Database } from "#server/db/schema.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Files that were uploaded and never imported hold other people's data. */
const DRAFT_DAYS = 1;
const REPORT_DAYS = 30;

const daysBefore = (now: Date, days: number): string =>
  new Date(now.getTime() - days * DAY_MS).toISOString();

/**
 * Deletes drafts after a day and reports after 30. The ids of imported tasks stay, so that a file
 * still creates nothing twice.
 */
export async function pruneImports(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .deleteFrom("imports")
    .where("state", "in", ["draft", "checked"])
    .where("created_at", "<", daysBefore(now, DRAFT_DAYS))
    .execute();
  await db
    .deleteFrom("imports")
    .where("state", "in", ["done", "undone"])
    .where("created_at", "<", daysBefore(now, REPORT_DAYS))
    .execute();
}
