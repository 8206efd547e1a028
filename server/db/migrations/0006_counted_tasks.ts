import { type Kysely, sql } from "kysely";
import { onPostgres } from "#server/db/dialect.ts";

/**
 * Replaces the index in the server's memory. Adds covering indexes for every filter of the list,
 * `task_counts` for the dashboard, and on PostgreSQL a table of texts for the search.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = onPostgres(db) ? [...POSTGRES, ...POSTGRES_COUNTS] : SQLITE;
  for (const statement of [...statements, ...INDEXES]) await sql.raw(statement).execute(db);
}

const index = (name: string, columns: string) => [
  `drop index if exists ${name}`,
  `create index ${name} on tasks (${columns})`,
];

/** Whatever the filters are, one of these indexes suffices to read and count the list. */
const INDEXES = [
  ...index("tasks_by_age", "created_at desc, id, status, due_date"),
  ...index("tasks_of_status", "status, created_at desc, id, priority, due_date"),
  ...index("tasks_of_priority", "priority, created_at desc, id, status, due_date"),
  ...index("tasks_of_team", "team_id, created_at desc, id, status, priority, due_date"),
  ...index(
    "tasks_of_assignee",
    "assignee_id, created_at desc, id, status, priority, due_date, team_id",
  ),
  "drop index tasks_by_due_date",
  `create index tasks_to_do_by_due_date on tasks (due_date, id)
    where status <> 'Done' and due_date is not null`,
];

const SQLITE = [
  "drop trigger task_changes_insert",
  "drop trigger task_changes_delete",
  "drop trigger task_changes_update",
  "drop table task_changes",
  `create table task_counts (
    status text not null, priority text not null, due_date text not null, tasks integer not null,
    primary key (status, priority, due_date)
  ) without rowid`,
  `insert into task_counts
    select status, priority, coalesce(due_date, ''), count(*) from tasks group by 1, 2, 3`,
  `create trigger task_counts_insert after insert on tasks begin
    insert into task_counts values (new.status, new.priority, coalesce(new.due_date, ''), 1)
      on conflict do update set tasks = tasks + 1;
  end`,
  `create trigger task_counts_delete after delete on tasks begin
    update task_counts set tasks = tasks - 1 where status = old.status
      and priority = old.priority and due_date = coalesce(old.due_date, '');
  end`,
  `create trigger task_counts_update after update of status, priority, due_date on tasks
    when old.status <> new.status or old.priority <> new.priority
      or old.due_date is not new.due_date
  begin
    update task_counts set tasks = tasks - 1 where status = old.status
      and priority = old.priority and due_date = coalesce(old.due_date, '');
    insert into task_counts values (new.status, new.priority, coalesce(new.due_date, ''), 1)
      on conflict do update set tasks = tasks + 1;
  end`,
];

/** Older servers created `task_texts` when they started, if pg_trgm was available. */
const POSTGRES = [
  "drop trigger task_changes_of_rows on tasks",
  "drop trigger task_changes_of_columns on tasks",
  "drop function note_task_change()",
  "drop table task_changes",
  `create table if not exists task_texts (
    task_id text collate "C" primary key references tasks (id) on delete cascade,
    text text collate "C" not null
  )`,
  `insert into task_texts select id, search_text from tasks on conflict do nothing`,
  "drop trigger if exists task_texts_insert on tasks",
  "drop trigger if exists task_texts_update on tasks",
  `create or replace function keep_task_text() returns trigger language plpgsql as $$
    begin
      insert into task_texts values (new.id, new.search_text)
        on conflict (task_id) do update set text = excluded.text;
      return null;
    end
  $$`,
  `create trigger task_texts_insert after insert on tasks
    for each row execute function keep_task_text()`,
  `create trigger task_texts_update after update of search_text on tasks
    for each row when (old.search_text is distinct from new.search_text)
    execute function keep_task_text()`,
];

/**
 * Writers only insert rows, so that they neither wait for each other nor conflict. The sum is exact;
 * server/dashboard/queries.ts merges the rows from time to time.
 */
const POSTGRES_COUNTS = [
  `create table task_counts (
    status text collate "C" not null, priority text collate "C" not null,
    due_date text collate "C" not null, tasks integer not null
  )`,
  `insert into task_counts
    select status, priority, coalesce(due_date, ''), count(*) from tasks group by 1, 2, 3`,
  `create function count_tasks() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into task_counts
          select status, priority, coalesce(due_date, ''), count(*) from new_tasks group by 1, 2, 3;
      elsif tg_op = 'DELETE' then
        insert into task_counts
          select status, priority, coalesce(due_date, ''), -count(*) from old_tasks group by 1, 2, 3;
      else
        insert into task_counts
          select status, priority, coalesce(due_date, ''), sum(change) from (
            select status, priority, due_date, 1 as change from new_tasks
            union all select status, priority, due_date, -1 from old_tasks
          ) as changes group by 1, 2, 3 having sum(change) <> 0;
      end if;
      return null;
    end
  $$`,
  `create trigger task_counts_insert after insert on tasks referencing new table as new_tasks
    for each statement execute function count_tasks()`,
  `create trigger task_counts_delete after delete on tasks referencing old table as old_tasks
    for each statement execute function count_tasks()`,
  `create trigger task_counts_update after update on tasks
    referencing old table as old_tasks new table as new_tasks
    for each statement execute function count_tasks()`,
];
