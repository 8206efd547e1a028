import type { Kysely } from "kysely";

/** When a comment was last edited. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ["comments", "deleted_comments"]) {
    await db.schema.alterTable(table).addColumn("edited_at", "text").execute();
  }
}
