import type { Kysely } from "kysely";

/** Counts failed sign-ins in the database, so that all servers on one database share the counts. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("sign_in_failures")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("failures", "integer", (column) => column.notNull())
    .addColumn("failed_at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("sign_in_failures_by_time")
    .on("sign_in_failures")
    .column("failed_at")
    .execute();
}
