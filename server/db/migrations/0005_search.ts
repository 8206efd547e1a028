import { type Kysely, sql } from "kysely";
import { onPostgres } from "#server/db/dialect.ts";

/**
 * What finds tasks quickly among very many (server/taskIndex): a note of every task that was
 * written, by which servers keep what they know of all tasks up to date, and in SQLite an index of
 * the texts, of which PostgreSQL's is made at every start (server/db/texts.ts), as it may be that
 * there is none. All of it is kept by triggers.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = onPostgres(db) ? POSTGRES : SQLITE;
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Columns that a list is filtered, ordered or searched by. */
const COLUMNS = "status, priority, due_date, assignee_id, team_id, created_at, search_text";

const POSTGRES = [
  // A transaction's number, not a sequence: transactions don't commit in the order of their writes.
  `create table task_changes (
    xid xid8 not null default pg_current_xact_id(),
    task_id text collate "C" not null,
    at bigint not null default extract(epoch from now())
  )`,
  "create index task_changes_by_xid on task_changes (xid)",
  `create function note_task_change() returns trigger language plpgsql as $$
    begin
      insert into task_changes (task_id)
        values (case when tg_op = 'DELETE' then old.id else new.id end);
      return null;
    end
  $$`,
  `create trigger task_changes_of_rows after insert or delete on tasks
    for each row execute function note_task_change()`,
  `create trigger task_changes_of_columns after update of ${COLUMNS} on tasks
    for each row execute function note_task_change()`,
];

const SQLITE = [
  `create table task_changes (
    number integer primary key,
    task_id text not null,
    at integer not null default (unixepoch())
  )`,
  `create trigger task_changes_insert after insert on tasks
    begin insert into task_changes (task_id) values (new.id); end`,
  `create trigger task_changes_delete after delete on tasks
    begin insert into task_changes (task_id) values (old.id); end`,
  `create trigger task_changes_update after update of ${COLUMNS} on tasks
    begin insert into task_changes (task_id) values (new.id); end`,
  // Three letters at a time, as they are: search_text is in lower case. With two more at its end,
  // each of its letters begins three, so that shorter texts can be found by how those begin.
  `create virtual table task_texts using fts5 (
    text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
  )`,
  "insert into task_texts (rowid, text) select rowid, search_text || char(10, 10) from tasks",
  "create virtual table task_texts_terms using fts5vocab (task_texts, instance)",
  `create trigger task_texts_insert after insert on tasks
    begin insert into task_texts (rowid, text) values (new.rowid, new.search_text || char(10, 10)); end`,
  `create trigger task_texts_delete after delete on tasks
    begin delete from task_texts where rowid = old.rowid; end`,
  `create trigger task_texts_update after update of search_text on tasks
    when old.search_text <> new.search_text
    begin update task_texts set text = new.search_text || char(10, 10) where rowid = old.rowid; end`,
];
