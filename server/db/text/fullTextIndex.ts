import { type Kysely, sql } from "kysely";
import { onPostgres } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";

/*
 * The trigram indexes of all tasks and comments: FTS5 tables on SQLite, pg_trgm indexes on
 * PostgreSQL, if that extension is available. Triggers update the tables (migrations 0005, 0006 and
 * 0014). On PostgreSQL `task_texts` is a separate table, because a move rewrites the task's row in
 * every index of its table.
 */

/** Key of the advisory lock under which one of several starting servers creates the index. */
const INDEX_LOCK_KEY = 4_211_093;

/** The indexes that PostgreSQL needs, and what they index. */
const TRIGRAM_INDEXES = {
  task_texts_by_trigram: sql`task_texts using gin (text gin_trgm_ops)`,
  comment_texts_by_trigram: sql`comments using gin (search_text gin_trgm_ops)`,
};

/**
 * Creates the full-text index if it is missing, and rebuilds it if it does not match the tasks.
 * Where PostgreSQL lacks or refuses pg_trgm, searches work without an index, but more slowly.
 *
 * @param log gets a line if that takes long or is impossible
 */
export async function prepareFullTextIndex(
  db: Kysely<Database>,
  log: (text: string) => void,
): Promise<void> {
  await (onPostgres(db) ? createIndex(db, log) : rebuildIndex(db, log));
}

/** The FTS5 tables of SQLite, and the tables whose column `search_text` they index. */
const FTS_TABLES = { task_texts: "tasks", comment_texts: "comments" } as const;

/**
 * SQLite's indexes refer to rows by rowid. Other programs may renumber the rows: a copy by `.dump`
 * does, and VACUUM may. Then the last row and the last text have different numbers.
 */
async function rebuildIndex(db: Kysely<Database>, log: (text: string) => void): Promise<void> {
  for (const [fts, source] of Object.entries(FTS_TABLES)) {
    const { rows } = await sql<{ matches: number }>`
      select (select max(rowid) from ${sql.ref(source)})
        is (select max(id) from ${sql.ref(`${fts}_docsize`)}) as matches
    `.execute(db);
    if (rows[0]?.matches === 1) continue;
    log(`Another program renumbered the ${source}: rebuilding the full-text index …`);
    await transaction(db, async (trx) => {
      await sql`insert into ${sql.ref(fts)} (${sql.ref(fts)}) values ('delete-all')`.execute(trx);
      await sql`
        insert into ${sql.ref(fts)} (rowid, text)
          select rowid, search_text || char(10, 10) from ${sql.ref(source)}
      `.execute(trx);
    });
  }
}

async function createIndex(db: Kysely<Database>, log: (text: string) => void): Promise<void> {
  if (await hasIndexes(db)) return;
  try {
    await transaction(db, async (trx) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(INDEX_LOCK_KEY)})`.execute(trx);
      if (await hasIndexes(trx)) return;
      if (await trx.selectFrom("tasks").select("id").limit(1).executeTakeFirst()) {
        log("Indexing the texts of all tasks and comments: about a minute for a million …");
      }
      await sql`create extension if not exists pg_trgm`.execute(trx);
      for (const [name, target] of Object.entries(TRIGRAM_INDEXES)) {
        // With fastupdate, one write in several hundred would merge the index entries of all of
        // them, and take long.
        await sql`
          create index if not exists ${sql.ref(name)} on ${target} with (fastupdate = off)
        `.execute(trx);
      }
      await sql`analyze task_texts`.execute(trx);
      await sql`analyze comments`.execute(trx);
    });
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure);
    log(`The extension pg_trgm is not available (${reason}): searches among many tasks are slower`);
  }
}

async function hasIndexes(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(to_regclass(name))::int as count from unnest(${Object.keys(TRIGRAM_INDEXES)}::text[]) as name
  `.execute(db);
  return rows[0]?.count === Object.keys(TRIGRAM_INDEXES).length;
}
