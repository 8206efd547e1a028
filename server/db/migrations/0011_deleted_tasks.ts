import { type Kysely, sql } from "kysely";
import { onPostgres } from "#server/db/dialect.ts";
import { runStatements } from "#server/db/runStatements.ts";

/**
 * Keeps deleted tasks and their comments, so that an admin can restore them, and allows audit entries
 * about tasks. With separate tables, no query for tasks has to exclude deleted ones. They have no
 * foreign keys to users and teams, which may be deleted earlier.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(db, STATEMENTS);
  if (onPostgres(db)) await runStatements(db, ALLOW_TASKS_ON_POSTGRES);
  else await allowTasksOnSqlite(db);
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

const ALLOW_TASKS_ON_POSTGRES = `
  alter table audit_log drop constraint if exists audit_log_subject_kind_check;
  alter table audit_log add constraint audit_log_subject_kind_check
    check (subject_kind in ('user', 'team', 'task'));
`;

/** SQLite can't change a check, so this recreates the table with its indexes and triggers. */
async function allowTasksOnSqlite(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_master where tbl_name = 'audit_log' and sql is not null
  `.execute(db);
  const table = rows.find(({ type }) => type === "table")?.sql ?? "";
  const others = rows.filter(({ type }) => type !== "table");
  const wider = table
    .replace("audit_log", "audit_log_wider")
    .replace("in ('user', 'team')", "in ('user', 'team', 'task')");
  await sql.raw(wider).execute(db);
  await sql`insert into audit_log_wider select * from audit_log`.execute(db);
  await sql`drop table audit_log`.execute(db);
  await sql`alter table audit_log_wider rename to audit_log`.execute(db);
  for (const other of others) await sql.raw(other.sql).execute(db);
}
