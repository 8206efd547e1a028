import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";

/**
 * Who changed a task, what and when. Entries keep the names at that time. They have no foreign key to
 * the task: they stay while a deleted task can be restored, and go when it is purged.
 */
export const up = (db: Kysely<never>) => runStatements(db, STATEMENTS);

const STATEMENTS = `
  create table task_history (
    id text primary key,
    task_id text not null,
    at text not null,
    actor_id text not null,
    actor_name text not null,
    kind text not null
      check (kind in ('created', 'changed', 'deleted', 'restored', 'commented', 'comment_edited', 'comment_deleted')),
    changes text not null
  );
  create index task_history_by_age on task_history (task_id, at, id);
`;
