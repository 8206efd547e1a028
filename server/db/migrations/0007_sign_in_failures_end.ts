import type { Kysely } from "kysely";

/**
 * Failed sign-ins are kept for minutes or for a day, so each row says until when. The counts of
 * the last minutes are dropped: they could not say it.
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
