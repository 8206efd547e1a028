import { type Kysely, sql } from "kysely";

/**
 * Imports of other products' exports. `import_items` holds the rows of a file until they are imported,
 * then their report. `import_sources` knows each foreign task that was ever imported, so that a file
 * creates nothing twice; its tasks may be deleted, so they have no foreign key.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("imports")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("file_name", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) =>
      column
        .notNull()
        .check(sql`state in ('draft', 'checked', 'running', 'done', 'undoing', 'undone')`),
    )
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("created_by", "text", (column) => column.notNull())
    .addColumn("created_by_name", "text", (column) => column.notNull())
    .addColumn("started_at", "text")
    .addColumn("finished_at", "text")
    .addColumn("busy_until", "text")
    .addColumn("outline", "text", (column) => column.notNull())
    .addColumn("mapping", "text", (column) => column.notNull())
    .addColumn("total", "integer", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("import_items")
    .addColumn("import_id", "text", (column) =>
      column.notNull().references("imports.id").onDelete("cascade"),
    )
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("source_id", "text", (column) => column.notNull())
    .addColumn("data", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("list", "text", (column) => column.notNull())
    .addColumn("outcome", "text")
    .addColumn("remarks", "text", (column) => column.notNull())
    .addColumn("task_id", "text")
    .addPrimaryKeyConstraint("import_items_key", ["import_id", "position"])
    .execute();
  await db.schema
    .createIndex("import_items_by_outcome")
    .on("import_items")
    .columns(["import_id", "outcome", "position"])
    .execute();
  await db.schema
    .createTable("import_sources")
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("source_id", "text", (column) => column.notNull())
    .addColumn("task_id", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("import_sources_key", ["source", "source_id"])
    .execute();
  await db.schema
    .createIndex("import_sources_of_task")
    .on("import_sources")
    .column("task_id")
    .execute();
}
