import type { Kysely } from "kysely";

/**
 * Refresh tokens are numbered and signed instead of hashed (server/sessions/sessions.ts). Existing
 * tokens have no number, so all users must sign in again.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.dropTable("sessions").execute();
  await db.schema
    .createTable("sessions")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("generation", "integer", (column) => column.notNull())
    .addColumn("superseded", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("last_used_at", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("sessions_by_user").on("sessions").column("user_id").execute();
}
