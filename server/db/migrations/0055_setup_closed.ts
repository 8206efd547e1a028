import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";

/** Whether a user has closed the first steps on the dashboard. */
export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(db, "alter table users add column setup_closed integer not null default 0;");
}
