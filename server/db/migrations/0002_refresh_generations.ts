import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";

/**
 * Refresh tokens are numbered and signed instead of hashed (server/sessions/sessions.ts). Existing
 * tokens have no number, so all users must sign in again.
 */
export const up = (db: Kysely<never>) => runStatements(db, STATEMENTS);

const STATEMENTS = `
  drop table sessions;
  create table sessions (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    generation integer not null,
    superseded text not null,
    created_at text not null,
    last_used_at text not null
  );
  create index sessions_by_user on sessions (user_id);
`;
