import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";

/** The secret addresses of calendar feeds, at most one for each user. */
export const up = (db: Kysely<never>) => runStatements(db, STATEMENTS);

const STATEMENTS = `
  create table calendar_feeds (
    user_id text primary key references users (id) on delete cascade,
    token_hash text not null unique,
    created_at text not null
  );
`;
