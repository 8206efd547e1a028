import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";

/** Bulk actions on tasks, which jobs carry out and undo. */
export const up = (db: Kysely<never>) => runStatements(db, STATEMENTS);

const STATEMENTS = `
  create table task_runs (
    id text primary key,
    action text not null,
    change text not null,
    from_id text,
    from_name text not null,
    total integer not null
  );
  create table task_run_items (
    run_id text not null references task_runs (id) on delete cascade,
    position integer not null,
    task_id text not null,
    title text not null,
    result text not null,
    reason text not null,
    before text not null,
    constraint task_run_items_key primary key (run_id, position)
  );
  create index task_run_items_by_result on task_run_items (run_id, result, position);
`;
