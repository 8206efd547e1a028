import { type Kysely, sql } from "kysely";

/**
 * Bulk actions on users, and the result of each user. They have no foreign keys to users and teams,
 * so they remain when these are deleted.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("user_runs")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("role", "text")
    .addColumn("team_id", "text")
    .addColumn("team_name", "text", (column) => column.notNull())
    .addColumn("hand_over_to", "text")
    .addColumn("hand_over_name", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) =>
      column.notNull().check(sql`state in ('running', 'done', 'stopped', 'undoing', 'undone')`),
    )
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("created_by", "text", (column) => column.notNull())
    .addColumn("created_by_name", "text", (column) => column.notNull())
    .addColumn("finished_at", "text")
    .addColumn("undone_by", "text")
    .addColumn("total", "integer", (column) => column.notNull())
    .addColumn("lease_owner", "text")
    .addColumn("lease_until", "text")
    .execute();
  await db.schema.createIndex("user_runs_by_age").on("user_runs").column("created_at").execute();
  await db.schema
    .createTable("user_run_items")
    .addColumn("run_id", "text", (column) =>
      column.notNull().references("user_runs.id").onDelete("cascade"),
    )
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("user_id", "text", (column) => column.notNull())
    .addColumn("user_name", "text", (column) => column.notNull())
    .addColumn("result", "text", (column) => column.notNull())
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("before", "text", (column) => column.notNull())
    .addColumn("changed_at", "text")
    .addPrimaryKeyConstraint("user_run_items_key", ["run_id", "position"])
    .execute();
  await db.schema
    .createIndex("user_run_items_by_result")
    .on("user_run_items")
    .columns(["run_id", "result", "position"])
    .execute();
  await db.schema
    .createIndex("user_run_items_by_user")
    .on("user_run_items")
    .column("user_id")
    .execute();
}
