import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";

/**
 * Bulk actions on users, and the result of each user. They have no foreign keys to users and teams,
 * so they remain when these are deleted.
 */
export const up = (db: Kysely<never>) => runStatements(db, STATEMENTS);

const STATEMENTS = `
  create table user_runs (
    id text primary key,
    action text not null,
    role text,
    team_id text,
    team_name text not null,
    hand_over_to text,
    hand_over_name text not null,
    state text not null check (state in ('running', 'done', 'stopped', 'undoing', 'undone')),
    created_at text not null,
    created_by text not null,
    created_by_name text not null,
    finished_at text,
    undone_by text,
    total integer not null,
    lease_owner text,
    lease_until text
  );
  create index user_runs_by_age on user_runs (created_at);
  create table user_run_items (
    run_id text not null references user_runs (id) on delete cascade,
    position integer not null,
    user_id text not null,
    user_name text not null,
    result text not null,
    reason text not null,
    before text not null,
    changed_at text,
    constraint user_run_items_key primary key (run_id, position)
  );
  create index user_run_items_by_result on user_run_items (run_id, result, position);
  create index user_run_items_by_user on user_run_items (user_id);
`;
