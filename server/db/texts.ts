import { type Kysely, sql, type Transaction } from "kysely";
import { onPostgres } from "./dialect.ts";
import type { Database } from "./schema.ts";

/*
 * Which tasks contain a text that not too many do: by trigrams, in SQLite an FTS5 table that
 * migration 0005 makes, in PostgreSQL the extension pg_trgm, where a server has it. There the texts
 * are in a table of their own: PostgreSQL writes a row that changes to all of its table's indexes,
 * and a move must not pay for a text that stays as it was.
 */

/** Servers that start at once make the index one after the other. */
const LOCK = 4_211_093;

const POSTGRES = [
  "create extension if not exists pg_trgm",
  `create table task_texts (
    task_id text collate "C" primary key references tasks (id) on delete cascade,
    text text collate "C" not null
  )`,
  "insert into task_texts select id, search_text from tasks",
  // Without fastupdate no unlucky write has to put away what hundreds before it have left.
  `create index task_texts_by_trigram on task_texts using gin (text gin_trgm_ops)
    with (fastupdate = off)`,
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
  "analyze task_texts",
];

/**
 * Sees to it that there is an index of the texts, and that it is that of these tasks. Where
 * PostgreSQL lacks the extension or doesn't allow it, the search works without, and is slower when
 * there are very many tasks.
 *
 * @param say is told when that takes its time, or can't be done
 */
export async function indexTexts(db: Kysely<Database>, say: (text: string) => void): Promise<void> {
  await (onPostgres(db) ? makeIndex(db, say) : renewIndex(db, say));
}

/**
 * SQLite's index knows tasks by the numbers of their rows. Other programs may number those anew,
 * without the gaps that deletions have left: a copy by `.dump` does, and VACUUM is allowed to. Then
 * the last task has another number than the last text.
 */
async function renewIndex(db: Kysely<Database>, say: (text: string) => void): Promise<void> {
  const { rows } = await sql<{ fits: number }>`
    select (select max(rowid) from tasks) is (select max(id) from task_texts_docsize) as fits
  `.execute(db);
  if (rows[0]?.fits === 1) return;
  say("The tasks have other numbers than the index of their texts: indexing them anew …");
  await db.transaction().execute(async (trx) => {
    await sql`insert into task_texts (task_texts) values ('delete-all')`.execute(trx);
    await sql`
      insert into task_texts (rowid, text) select rowid, search_text || char(10, 10) from tasks
    `.execute(trx);
  });
}

async function makeIndex(db: Kysely<Database>, say: (text: string) => void): Promise<void> {
  if (await hasIndex(db)) return;
  try {
    await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(trx);
      if (await hasIndex(trx)) return;
      if (await trx.selectFrom("tasks").select("id").limit(1).executeTakeFirst()) {
        say("Indexing the texts of all tasks: a minute or so for a million of them …");
      }
      for (const statement of POSTGRES) await sql.raw(statement).execute(trx);
    });
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure);
    say(`Without the extension pg_trgm (${reason}), searching very many tasks is slower`);
  }
}

async function hasIndex(db: Kysely<Database> | Transaction<Database>): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('task_texts') is not null as there
  `.execute(db);
  return rows[0]?.there === true;
}

/** Finds the tasks that contain a text; undefined when that can't be told by an index. */
export type FindTexts = (text: string, most: number) => Promise<string[] | undefined>;

/**
 * What the index of texts of a database is good for: whether it knows texts of one or two letters,
 * and in how many tasks a text may be to be found by it without keeping others waiting.
 */
export const textIndexOf = (db: Kysely<Database>) =>
  onPostgres(db) ? { knowsShort: false, most: 100_000 } : { knowsShort: true, most: 1_000 };

/** Letters that a trigram only begins with. */
const SHORT = /^.{1,2}$/su;

/** pg_trgm knows letters and digits only. */
const THREE_LETTERS = /[\p{L}\p{N}]{3}/u;

/**
 * A function that asks the index of this database for the ids of at most so many tasks that contain
 * a text, which is as `searchText` makes it.
 */
export async function textFinder(db: Kysely<Database>): Promise<FindTexts> {
  if (!onPostgres(db)) {
    return async (text, most) => {
      // A NUL ends a query.
      if (text.includes("\0")) return undefined;
      const places = SHORT.test(text)
        ? sql`select distinct doc from task_texts_terms
                where term >= ${text} and term < ${`${text}\u{10ffff}`} limit ${most}`
        : sql`select rowid from task_texts
                where task_texts match ${`"${text.replaceAll('"', '""')}"`} limit ${most}`;
      const { rows } = await sql<{ id: string }>`
        select id from tasks where rowid in (${places})
      `.execute(db);
      return rows.map(({ id }) => id);
    };
  }
  if (!(await hasIndex(db))) return async () => undefined;
  return async (text, most) => {
    if (!THREE_LETTERS.test(text)) return undefined;
    const pattern = `%${literally(text)}%`;
    // One text is taken in faster than thousands of rows. Ids that have a line break aren't indexed.
    const { rows } = await sql<{ ids: string | null }>`
      select string_agg(task_id, ${"\n"}) as ids from (
        select task_id from task_texts where text like ${pattern} limit ${most}
      ) as found
    `.execute(db);
    return rows[0]?.ids?.split("\n") ?? [];
  };
}

/** `%`, `_` and the backslash stand for themselves in a search. */
export const literally = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`);
