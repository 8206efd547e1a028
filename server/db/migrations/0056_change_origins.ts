import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";

/** A change has its origin: the app, an API token, an import, a job, a provider, the operator or the server. */
export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(db, "alter table changes add column origin text;");
}
