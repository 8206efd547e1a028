import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";

/** Adds the time at which a comment was last edited. */
export const up = (db: Kysely<never>) => runStatements(db, STATEMENTS);

const STATEMENTS = `
  alter table comments add column edited_at text;
  alter table deleted_comments add column edited_at text;
`;
