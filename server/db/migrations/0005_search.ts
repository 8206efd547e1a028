import { type Kysely, sql } from "kysely";
import { onPostgres } from "#server/db/dialect.ts";

/**
 * Adds `task_changes`, from which servers of that version updated an index in memory; migration
 * 0006 drops it. On SQLite, this also creates a full-text index. On PostgreSQL the server creates
 * that index when it starts (server/db/text/fullTextIndex.ts), because the extension may be missing.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = onPostgres(db) ? POSTGRES : SQLITE;
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Columns that the list is filtered, sorted or searched by. */
const COLUMNS = "status, priority, due_date, assignee_id, team_id, created_at, search_text";

const POSTGRES = [
  // A transaction id, not a sequence: transactions don't commit in the order of their writes.
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
  // Trigrams. They are case-sensitive, because search_text is in lower case already. Two line breaks at
  // the end make every letter start a trigram, so that one or two letters can be searched for as the
  // prefix of a trigram.
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
