import { type Kysely, sql } from "kysely";

/**
 * The inbox of each user, and the kinds that they turned off. Tasks that are due have a row only once
 * they are read. A task may be deleted and restored, so `task_id` has no foreign key.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("notifications")
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) =>
      column
        .notNull()
        .check(sql`kind in ('mentioned', 'assigned', 'commented', 'due_today', 'overdue')`),
    )
    .addColumn("task_id", "text", (column) => column.notNull())
    .addColumn("comment_id", "text")
    .addColumn("actor_id", "text", (column) => column.notNull())
    .addColumn("actor_name", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("read_at", "text")
    .addPrimaryKeyConstraint("notifications_key", ["user_id", "id"])
    .execute();
  await db.schema
    .createIndex("notifications_of_user")
    .on("notifications")
    .columns(["user_id", "created_at", "id"])
    .execute();
  await db.schema
    .createIndex("notifications_by_age")
    .on("notifications")
    .column("created_at")
    .execute();
  await db.schema
    .createTable("muted_notifications")
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("kind", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("muted_notifications_key", ["user_id", "kind"])
    .execute();
}
