import { type Kysely, sql } from "kysely";

/** Webhooks with their secrets, and their deliveries: those that wait and those of the last days. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("webhooks")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("description", "text", (column) => column.notNull())
    .addColumn("events", "text", (column) => column.notNull())
    .addColumn("is_active", "integer", (column) => column.notNull())
    .addColumn("secret", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("failing_since", "text")
    .addColumn("off_reason", "text")
    .execute();
  await db.schema
    .createTable("webhook_deliveries")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("webhook_id", "text", (column) =>
      column.notNull().references("webhooks.id").onDelete("cascade"),
    )
    .addColumn("event", "text", (column) => column.notNull())
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) =>
      column.notNull().check(sql`state in ('pending', 'delivered', 'failed')`),
    )
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("attempted_at", "text")
    .addColumn("next_attempt_at", "text")
    .addColumn("response_code", "integer")
    .addColumn("error", "text")
    .execute();
  await db.schema
    .createIndex("webhook_deliveries_due")
    .on("webhook_deliveries")
    .columns(["webhook_id", "next_attempt_at"])
    .execute();
  await db.schema
    .createIndex("webhook_deliveries_newest")
    .on("webhook_deliveries")
    .columns(["webhook_id", "created_at", "id"])
    .execute();
}
