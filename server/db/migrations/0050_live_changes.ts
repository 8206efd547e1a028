import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";

/**
 * Live updates read the record of changes: a row names the tab that made the change, and the long work
 * that it is part of.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(db, STATEMENTS);
}

const STATEMENTS = `
  alter table changes add column tab text;
  alter table changes add column part_of text;
`;
