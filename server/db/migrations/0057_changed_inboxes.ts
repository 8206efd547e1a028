import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";

/** A change names the users whose inbox it has changed, so that live updates reach them. */
export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(db, "alter table changes add column inboxes text;");
}
