import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";

/** The index of the tasks that a user created has what the list filters and counts by. */
export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(
    db,
    `drop index tasks_of_creator;
    create index tasks_of_creator on tasks
      (created_by, created_at desc, id, status, priority, due_date, assignee_id, team_id);`,
  );
}
