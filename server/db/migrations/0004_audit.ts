import { type Kysely, sql } from "kysely";
import { appendOnly } from "#server/db/appendOnly.ts";

/**
 * The audit log. Entries are kept for ever, with the names at the time of the action. They have no
 * foreign keys, so they remain when users and teams are deleted.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("audit_log")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("actor_id", "text", (column) => column.notNull())
    .addColumn("actor_name", "text", (column) => column.notNull())
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("subject_kind", "text", (column) =>
      column.notNull().check(sql`subject_kind in ('user', 'team')`),
    )
    .addColumn("subject_id", "text", (column) => column.notNull())
    .addColumn("subject_name", "text", (column) => column.notNull())
    .addColumn("team_id", "text")
    .addColumn("details", "text", (column) => column.notNull())
    .execute();

  // One index for the unfiltered log and one per filter, each sorted by time.
  for (const filter of ["", "actor_id", "action", "subject_id", "team_id"]) {
    await db.schema
      .createIndex(`audit_log_by_${filter || "age"}`)
      .on("audit_log")
      .columns([...(filter ? [filter] : []), "at", "id"])
      .execute();
  }
  await appendOnly(db, "audit_log");
}
