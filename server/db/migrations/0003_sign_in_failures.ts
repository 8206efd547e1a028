import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";

/** Counts failed sign-ins in the database, so that all servers on one database share the counts. */
export const up = (db: Kysely<never>) => runStatements(db, STATEMENTS);

const STATEMENTS = `
  create table sign_in_failures (
    key text primary key,
    failures integer not null,
    failed_at text not null
  );
  create index sign_in_failures_by_time on sign_in_failures (failed_at);
`;
