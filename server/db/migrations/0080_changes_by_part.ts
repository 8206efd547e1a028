import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";

/** The undo of a bulk action finds the tasks that it has handed over. */
export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(
    db,
    "create index changes_by_part on changes (part_of, number) where part_of is not null;",
  );
}
