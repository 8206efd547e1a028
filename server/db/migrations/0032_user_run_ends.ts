import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";

/**
 * Why a bulk action on users was stopped, who undoes it, and its users' addresses. An inbox item about
 * several tasks that were handed over has their number instead of a task.
 */
export const up = (db: Kysely<never>) => runStatements(db, STATEMENTS);

const STATEMENTS = `
  alter table user_runs add column stop_reason text not null default '';
  alter table user_runs add column undone_by_name text not null default '';
  alter table user_run_items add column user_email text not null default '';
  update user_run_items set user_email =
    coalesce((select email from users where users.id = user_run_items.user_id), '');
  alter table notifications add column handed_over integer;
`;
