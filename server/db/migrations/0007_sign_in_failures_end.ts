import type { Kysely } from "kysely";

/**
 * Failed sign-ins expire after minutes or a day, so each row gets its expiry. Existing counts are
 * dropped, because they have none.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.dropTable("sign_in_failures").execute();
  await db.schema
    .createTable("sign_in_failures")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("failures", "integer", (column) => column.notNull())
    .addColumn("failed_at", "text", (column) => column.notNull())
    .addColumn("forgotten_at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("sign_in_failures_by_end")
    .on("sign_in_failures")
    .column("forgotten_at")
    .execute();
}
