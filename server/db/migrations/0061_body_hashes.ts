import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";

/**
 * What a request with an Idempotency-Key has made keeps a hash of the request's body, so a repeat with
 * another body is refused. A job keeps the id of the request, too, because it has no record before its end.
 */
export const up = (db: Kysely<never>) => runStatements(db, STATEMENTS);

const STATEMENTS = `
  alter table changes add column body_hash text;
  alter table jobs add column request_id text;
  alter table jobs add column body_hash text;
`;
