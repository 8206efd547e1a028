import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";

/** Adds the time at which each user was last seen, and indexes for the orders of the admins' list. */
export const up = (db: Kysely<never>) => runStatements(db, STATEMENTS);

const STATEMENTS = `
  alter table users add column last_seen_at text;
  update users set last_seen_at =
    (select max(last_used_at) from sessions where sessions.user_id = users.id);
  create index users_by_name on users (lower(name), id);
  create index users_by_created on users (created_at, id);
  create index users_by_last_seen on users (coalesce(last_seen_at, ''), id);
`;
