import { type Kysely, sql } from "kysely";

/**
 * Links to invitations and password resets. They have no foreign keys: the page of a link tells that
 * its account is gone.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("links")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("kind", "text", (column) =>
      column.notNull().check(sql`kind in ('invitation', 'reset')`),
    )
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("email_key", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("role", "text")
    .addColumn("teams", "text", (column) => column.notNull())
    .addColumn("user_id", "text")
    .addColumn("maker_id", "text")
    .addColumn("maker_name", "text", (column) => column.notNull())
    .addColumn("made_at", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .addColumn("ended_at", "text")
    .addColumn("ended_as", "text")
    .addColumn("mail", "text")
    .execute();
  await db.schema
    .createIndex("links_by_email")
    .on("links")
    .columns(["email_key", "kind"])
    .execute();
  await db.schema.createIndex("links_of_user").on("links").column("user_id").execute();
  await db.schema.createIndex("links_by_age").on("links").columns(["made_at", "id"]).execute();
  await db.schema.createIndex("links_by_expiry").on("links").column("expires_at").execute();
}
