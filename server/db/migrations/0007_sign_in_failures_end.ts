import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";

/**
 * Failed sign-ins expire after minutes or a day, so each row gets its expiry. Existing counts are
 * dropped, because they have none.
 */
export const up = (db: Kysely<never>) => runStatements(db, STATEMENTS);

const STATEMENTS = `
  drop table sign_in_failures;
  create table sign_in_failures (
    key text primary key,
    failures integer not null,
    failed_at text not null,
    forgotten_at text not null
  );
  create index sign_in_failures_by_end on sign_in_failures (forgotten_at);
`;
