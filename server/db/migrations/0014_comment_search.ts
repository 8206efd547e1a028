import { type Kysely, sql } from "kysely";
import { onPostgres } from "#server/db/dialect.ts";
import { runStatements } from "#server/db/runStatements.ts";
import { searchText } from "#server/db/text/searchText.ts";

/** The number of rows per statement. */
const BATCH_ROWS = 1_000;

/** The part of the tables that this migration reads and writes. */
interface WithComments {
  comments: { id: string; comment: string; search_text: string };
  deleted_comments: { id: string; comment: string; search_text: string };
}

/**
 * Adds the searchable form of comments, with a full-text index on SQLite as for tasks, and indexes for
 * the orders of the list. On PostgreSQL the server creates the full-text index when it starts
 * (server/db/text/fullTextIndex.ts).
 */
export async function up(db: Kysely<never>): Promise<void> {
  const comments = db as unknown as Kysely<WithComments>;
  for (const table of ["comments", "deleted_comments"] as const) {
    await runStatements(db, `alter table ${table} add column search_text text not null default ''`);
    await fill(comments, table);
  }
  for (const statement of onPostgres(db) ? [] : SQLITE) await sql.raw(statement).execute(db);
  for (const statement of INDEXES) await sql.raw(statement).execute(db);
}

/** Databases fold case differently, so the server computes the texts. */
async function fill(db: Kysely<WithComments>, table: keyof WithComments): Promise<void> {
  for (let last = ""; ; ) {
    const rows = await db
      .selectFrom(table)
      .select(["id", "comment"])
      .where("id", ">", last)
      .orderBy("id")
      .limit(BATCH_ROWS)
      .execute();
    const texts = rows.map(({ id, comment }) => ({ id, text: searchText(comment) }));
    const json = JSON.stringify(texts);
    await (onPostgres(db)
      ? sql`
          update ${sql.table(table)} as c set search_text = t.text
            from json_to_recordset(${json}::json) as t (id text, text text) where c.id = t.id
        `.execute(db)
      : sql`
          update ${sql.table(table)} set search_text = t.value ->> 'text'
            from json_each(${json}) as t where ${sql.ref(`${table}.id`)} = t.value ->> 'id'
        `.execute(db));
    const end = rows.at(-1);
    if (!end || rows.length < BATCH_ROWS) return;
    last = end.id;
  }
}

/** As `task_texts` in migration 0005. */
const SQLITE = [
  `create virtual table comment_texts using fts5 (
    text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
  )`,
  "insert into comment_texts (rowid, text) select rowid, search_text || char(10, 10) from comments",
  "create virtual table comment_texts_terms using fts5vocab (comment_texts, instance)",
  `create trigger comment_texts_insert after insert on comments
    begin insert into comment_texts (rowid, text) values (new.rowid, new.search_text || char(10, 10)); end`,
  `create trigger comment_texts_delete after delete on comments
    begin delete from comment_texts where rowid = old.rowid; end`,
  `create trigger comment_texts_update after update of search_text on comments
    when old.search_text <> new.search_text
    begin update comment_texts set text = new.search_text || char(10, 10) where rowid = old.rowid; end`,
];

/** Indexes for the orders that no earlier index has, and for the open tasks without a due date. */
const INDEXES = [
  // An expression, so that queries for open tasks use their own index and not this one.
  `create index tasks_by_due_date on tasks (coalesce(due_date, ''), id)
    where due_date is not null`,
  "create index tasks_without_due_date on tasks (created_at desc, id) where due_date is null",
  "create index tasks_by_title on tasks (lower(title), id)",
  "create index tasks_by_change on tasks (updated_at, id)",
];
