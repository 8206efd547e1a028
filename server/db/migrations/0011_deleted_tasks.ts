import { type Kysely, sql } from "kysely";
import { onPostgres } from "#server/db/dialect.ts";

/**
 * Keeps deleted tasks and their comments, so that an admin can restore them, and allows audit entries
 * about tasks. With separate tables, no query for tasks has to exclude deleted ones. They have no
 * foreign keys to users and teams, which may be deleted earlier.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("deleted_tasks")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("deleted_at", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("description", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("priority", "text", (column) => column.notNull())
    .addColumn("due_date", "text")
    .addColumn("assignee_id", "text")
    .addColumn("team_id", "text")
    .addColumn("created_by", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addColumn("status_changed_at", "text", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("deleted_tasks_by_age")
    .on("deleted_tasks")
    .column("deleted_at")
    .execute();
  await db.schema
    .createTable("deleted_comments")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("task_id", "text", (column) =>
      column.notNull().references("deleted_tasks.id").onDelete("cascade"),
    )
    .addColumn("user_id", "text")
    .addColumn("user_name", "text", (column) => column.notNull())
    .addColumn("comment", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("deleted_comments_of_task")
    .on("deleted_comments")
    .column("task_id")
    .execute();
  if (onPostgres(db)) await allowTasksOnPostgres(db);
  else await allowTasksOnSqlite(db);
}

async function allowTasksOnPostgres(db: Kysely<never>): Promise<void> {
  await sql`alter table audit_log drop constraint if exists audit_log_subject_kind_check`.execute(
    db,
  );
  await sql`
    alter table audit_log add constraint audit_log_subject_kind_check
    check (subject_kind in ('user', 'team', 'task'))
  `.execute(db);
}

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
