import { type Kysely, sql } from "kysely";

/**
 * Who changed a task, what and when. Entries keep the names at that time. They have no foreign key to
 * the task: they stay while a deleted task can be restored, and go when it is purged.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("task_history")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("task_id", "text", (column) => column.notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("actor_id", "text", (column) => column.notNull())
    .addColumn("actor_name", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) =>
      column
        .notNull()
        .check(
          sql`kind in ('created', 'changed', 'deleted', 'restored', 'commented', 'comment_edited', 'comment_deleted')`,
        ),
    )
    .addColumn("changes", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("task_history_by_age")
    .on("task_history")
    .columns(["task_id", "at", "id"])
    .execute();
}
