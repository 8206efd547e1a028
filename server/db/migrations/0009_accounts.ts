import type { Kysely } from "kysely";

/** Accounts may wait for an admin's approval, and new e-mail addresses for confirmation. */
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
