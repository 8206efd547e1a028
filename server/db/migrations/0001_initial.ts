import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";

/** The tables of the first version. schema.ts describes the columns. */
export const up = (db: Kysely<never>) => runStatements(db, STATEMENTS);

const STATEMENTS = `
  create table users (
    id text primary key,
    name text not null,
    email text not null,
    email_key text not null unique,
    role text not null check (role in ('member', 'admin')),
    is_active integer not null check (is_active in (0, 1)),
    password_hash text not null,
    created_at text not null
  );
  create table sessions (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    refresh_hash text not null unique,
    created_at text not null,
    last_used_at text not null
  );
  create index sessions_by_user on sessions (user_id);
  create table settings (
    key text primary key,
    value text not null
  );
  create table teams (
    id text primary key,
    name text not null,
    description text not null,
    created_at text not null
  );
  create table team_members (
    team_id text not null references teams (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    added_at text not null,
    constraint team_members_key primary key (team_id, user_id)
  );
  create index team_members_by_user on team_members (user_id);
  create table tasks (
    id text primary key,
    title text not null,
    description text not null,
    status text not null check (status in ('Todo', 'In Progress', 'Done')),
    priority text not null check (priority in ('Low', 'Medium', 'High')),
    due_date text,
    assignee_id text references users (id) on delete set null,
    team_id text references teams (id) on delete set null,
    created_by text references users (id) on delete set null,
    created_at text not null,
    updated_at text not null,
    status_changed_at text not null,
    version integer not null default 1,
    search_text text not null default ''
  );
  -- A board's column, newest arrival first; the id keeps the order stable.
  create index tasks_of_column on tasks (status, status_changed_at desc, id);
  -- The task list, newest first, without a filter and with each one.
  create index tasks_by_age on tasks (created_at desc, id);
  create index tasks_of_assignee on tasks (assignee_id, created_at desc, id);
  create index tasks_of_status on tasks (status, created_at desc, id);
  create index tasks_of_priority on tasks (priority, created_at desc, id);
  -- Overdue tasks and deadlines.
  create index tasks_by_due_date on tasks (due_date, status, id);
  -- Tasks of a team or user that is deleted.
  create index tasks_of_team on tasks (team_id);
  create index tasks_of_creator on tasks (created_by);
  create table comments (
    id text primary key,
    task_id text not null references tasks (id) on delete cascade,
    user_id text references users (id) on delete set null,
    user_name text not null,
    comment text not null,
    created_at text not null
  );
  create index comments_of_task on comments (task_id, created_at, id);
  create index comments_by_user on comments (user_id);
`;
