import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";

/**
 * One table for long work: `user_runs` keeps what a bulk action does, and `jobs` has who lets it run,
 * its undo, and which server works on it. A job without an end goes on after the migration.
 */
export const up = (db: Kysely<never>) => runStatements(db, STATEMENTS);

const STATEMENTS = `
  create table jobs (
    id text primary key,
    kind text not null,
    subject_id text not null,
    state text not null check (state in ('running', 'done', 'stopped')),
    made_at text not null,
    made_by text not null,
    made_by_name text not null,
    ended_at text,
    stop_reason text not null,
    lease_owner text,
    lease_until text,
    failures integer not null default 0,
    recorded integer not null default 0,
    constraint jobs_subject unique (subject_id, kind)
  );
  create index jobs_by_age on jobs (kind, made_at);
  create index jobs_running on jobs (lease_until) where state = 'running';
  insert into jobs (
    id, kind, subject_id, state, made_at, made_by, made_by_name, ended_at, stop_reason
  )
    select id, 'user_run', id,
      case
        when state = 'running' then 'running'
        when state = 'stopped' and undone_by is null then 'stopped'
        else 'done'
      end,
      created_at, created_by, created_by_name, finished_at,
      case when undone_by is null then stop_reason else '' end
    from user_runs;
  insert into jobs (
    id, kind, subject_id, state, made_at, made_by, made_by_name, ended_at, stop_reason
  )
    select id || '-undo', 'user_run_undo', id,
      case state when 'undoing' then 'running' when 'undone' then 'done' else 'stopped' end,
      coalesce(finished_at, created_at), undone_by, undone_by_name,
      case when state = 'undoing' then null else finished_at end, stop_reason
    from user_runs where undone_by is not null;
  drop index user_runs_by_age;
  alter table user_runs drop column state;
  alter table user_runs drop column created_at;
  alter table user_runs drop column created_by;
  alter table user_runs drop column created_by_name;
  alter table user_runs drop column finished_at;
  alter table user_runs drop column undone_by;
  alter table user_runs drop column undone_by_name;
  alter table user_runs drop column stop_reason;
  alter table user_runs drop column lease_owner;
  alter table user_runs drop column lease_until;
`;
