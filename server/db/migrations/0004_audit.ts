import { type Kysely, sql } from "kysely";
import { onPostgres } from "#server/db/dialect.ts";
import { runStatements } from "#server/db/runStatements.ts";

/**
 * The audit log. Entries are kept for ever, with the names at the time of the action. They have no
 * foreign keys, so they remain when users and teams are deleted.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(db, STATEMENTS);
  for (const statement of onPostgres(db) ? POSTGRES : SQLITE) await sql.raw(statement).execute(db);
}

const STATEMENTS = `
  create table audit_log (
    id text primary key,
    at text not null,
    actor_id text not null,
    actor_name text not null,
    action text not null,
    subject_kind text not null check (subject_kind in ('user', 'team')),
    subject_id text not null,
    subject_name text not null,
    team_id text,
    details text not null
  );
  -- One index for the unfiltered log and one per filter, each sorted by time.
  create index audit_log_by_age on audit_log (at, id);
  create index audit_log_by_actor_id on audit_log (actor_id, at, id);
  create index audit_log_by_action on audit_log (action, at, id);
  create index audit_log_by_subject_id on audit_log (subject_id, at, id);
  create index audit_log_by_team_id on audit_log (team_id, at, id);
`;

/** Make the database refuse updates and deletions of the log's rows. */
const POSTGRES = [
  `create function audit_log_append_only() returns trigger language plpgsql as
    $$begin raise exception 'audit_log is append-only'; end$$`,
  `create trigger audit_log_append_only before update or delete or truncate on audit_log
    for each statement execute function audit_log_append_only()`,
];
const SQLITE = ["update", "delete"].map(
  (change) =>
    `create trigger audit_log_append_only_${change} before ${change} on audit_log
      begin select raise(abort, 'audit_log is append-only'); end`,
);
