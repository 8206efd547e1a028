import type { Kysely } from "kysely";
import { onPostgres } from "#server/db/dialect.ts";
import { runStatements } from "#server/db/runStatements.ts";

/** The feed of all tasks' changes: its indexes, and how far each user has read it. */
export async function up(db: Kysely<never>): Promise<void> {
  const number = onPostgres(db) ? "bigint" : "integer";
  await runStatements(db, STATEMENTS.replace("$number", number));
}

const STATEMENTS = `
  alter table users add column activity_seen $number not null default 0;
  create index changes_of_tasks on changes (number) where subject_kind = 'task';
  create index changes_of_tasks_by_actor_id on changes (actor_id, number) where subject_kind = 'task';
`;
