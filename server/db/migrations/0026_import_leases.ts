import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";

const OUTCOMES = ["imported", "remarks", "refused", "present", "removed", "kept"] as const;

const countOf = (outcome: string) => `'"${outcome}":' || (
    select count(*) from import_items
    where import_id = imports.id and outcome = '${outcome}'
  )`;

/**
 * `busy_by` is the owner of the lease until `busy_until`. `counts` has the number of rows of each
 * outcome, because counting 50,000 rows for each response took too long.
 */
export const up = (db: Kysely<never>) => runStatements(db, STATEMENTS);

const STATEMENTS = `
  alter table imports add column busy_by text;
  alter table imports add column counts text not null default '{}';
  update imports set counts = '{' || ${OUTCOMES.map(countOf).join(" || ',' || ")} || '}';
`;
