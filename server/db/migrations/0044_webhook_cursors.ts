import { type Kysely, sql } from "kysely";
import { onPostgres } from "#server/db/dialect.ts";
import { runStatements } from "#server/db/runStatements.ts";

/**
 * Webhooks follow the record of changes, each with the number of the last change that it has seen.
 * Existing deliveries stay.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const number = onPostgres(db) ? "bigint" : "integer";
  await runStatements(db, STATEMENTS.replaceAll("$number", number));
  for (const statement of onPostgres(db) ? POSTGRES : []) await sql.raw(statement).execute(db);
}

const STATEMENTS = `
  create table task_states (
    number $number primary key,
    state text not null
  );
  alter table webhooks add column seen_until $number not null default 0;
  update webhooks set seen_until = (select coalesce(max(number), 0) from changes);
`;

/**
 * On PostgreSQL a transaction may commit after another one that got larger numbers. So each holds, until
 * it ends, a lock that names a number below its own. `changes_settled()` is the number below which no
 * change can appear any more: the sequence is read first, so a number up to it has its lock already.
 * The key of a lock is 7461 in its highest 16 bits, and the number below. pg_locks shows its halves.
 */
const POSTGRES = [
  `create or replace function changes_hold_number() returns trigger language plpgsql as $$
    declare last bigint;
    begin
      if current_setting('taskdeck.recording', true) is distinct from pg_current_xact_id()::text then
        select case when is_called then last_value else 0 end into last from changes_number_seq;
        perform pg_advisory_xact_lock_shared((7461::bigint << 48) | last);
        perform set_config('taskdeck.recording', pg_current_xact_id()::text, true);
      end if;
      return null;
    end$$`,
  `create trigger changes_hold_number before insert on changes
    for each statement execute function changes_hold_number()`,
  `create or replace function changes_settled() returns bigint language plpgsql as $$
    declare
      last bigint;
      held bigint;
    begin
      select case when is_called then last_value else 0 end into last from changes_number_seq;
      select min(((classid::bigint & 65535) << 32) | objid::bigint) into held from pg_locks
        where locktype = 'advisory' and classid::bigint >> 16 = 7461 and objsubid = 1
          and database = (select oid from pg_database where datname = current_database());
      return least(last, held);
    end$$`,
];
