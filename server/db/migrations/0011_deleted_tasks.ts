import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";
import { widenCheck } from "./widenCheck.ts";

/**
 * Keeps deleted tasks and their comments, so that an admin can restore them, and allows audit entries
 * about tasks. With separate tables, no query for tasks has to exclude deleted ones. They have no
 * foreign keys to users and teams, which may be deleted earlier.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(db, STATEMENTS);
  const list = "'user', 'team'";
  await widenCheck(db, { table: "audit_log", column: "subject_kind", list, value: "task" });
}

const STATEMENTS = `
  create table deleted_tasks (
    id text primary key,
    deleted_at text not null,
    title text not null,
    description text not null,
    status text not null,
    priority text not null,
    due_date text,
    assignee_id text,
    team_id text,
    created_by text,
    created_at text not null,
    updated_at text not null,
    status_changed_at text not null,
    version integer not null
  );
  create index deleted_tasks_by_age on deleted_tasks (deleted_at);
  create table deleted_comments (
    id text primary key,
    task_id text not null references deleted_tasks (id) on delete cascade,
    user_id text,
    user_name text not null,
    comment text not null,
    created_at text not null
  );
  create index deleted_comments_of_task on deleted_comments (task_id);
`;
