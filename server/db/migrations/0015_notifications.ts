import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";

/**
 * The inbox of each user, and the kinds that they turned off. Tasks that are due have a row only once
 * they are read. A task may be deleted and restored, so `task_id` has no foreign key.
 */
export const up = (db: Kysely<never>) => runStatements(db, STATEMENTS);

const STATEMENTS = `
  create table notifications (
    user_id text not null references users (id) on delete cascade,
    id text not null,
    kind text not null
      check (kind in ('mentioned', 'assigned', 'commented', 'due_today', 'overdue')),
    task_id text not null,
    comment_id text,
    actor_id text not null,
    actor_name text not null,
    created_at text not null,
    read_at text,
    constraint notifications_key primary key (user_id, id)
  );
  create index notifications_of_user on notifications (user_id, created_at, id);
  create index notifications_by_age on notifications (created_at);
  create table muted_notifications (
    user_id text not null references users (id) on delete cascade,
    kind text not null,
    constraint muted_notifications_key primary key (user_id, kind)
  );
`;
