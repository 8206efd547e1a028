import type { Kysely } from "kysely";

/**
 * An account may wait for an admin's approval, and a new email address for the sign-in that
 * confirms it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable("users")
    .addColumn("awaiting_approval", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable("users").addColumn("pending_email", "text").execute();
  await db.schema.alterTable("users").addColumn("pending_email_key", "text").execute();
  await db.schema
    .createIndex("users_by_pending_email")
    .unique()
    .on("users")
    .column("pending_email_key")
    .execute();
}
