import { type Kysely, sql } from "kysely";

/** Personal API tokens. Only the SHA-256 of a token's secret is stored. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("api_tokens")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("scope", "text", (column) =>
      column.notNull().check(sql`scope in ('read', 'write', 'admin')`),
    )
    .addColumn("secret_hash", "text", (column) => column.notNull().unique())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .addColumn("last_used_on", "text")
    .execute();
  await db.schema
    .createIndex("api_tokens_of_user")
    .on("api_tokens")
    .columns(["user_id", "created_at", "id"])
    .execute();
  await db.schema
    .createIndex("api_tokens_by_expiry")
    .on("api_tokens")
    .column("expires_at")
    .execute();
}
