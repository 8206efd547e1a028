import { type Kysely, sql } from "kysely";
import { onPostgres } from "./dialect.ts";
import type { Database } from "./schema.ts";
import { transaction } from "./transaction.ts";

/*
 * The trigram index of all task texts: an FTS5 table on SQLite, a pg_trgm index on PostgreSQL, if
 * that extension is available. Triggers update `task_texts` (migrations 0005 and 0006). On
 * PostgreSQL it is a separate table, because a move rewrites the task's row in every index of its
 * table.
 */

/** Key of the advisory lock under which one of several starting servers creates the index. */
const INDEX_LOCK_KEY = 4_211_093;

const TRIGRAM_INDEX = "task_texts_by_trigram";

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

/**
 * SQLite's index refers to tasks by rowid. Other programs may renumber the rows: a copy by `.dump`
 * does, and VACUUM may. Then the last task and the last text have different numbers.
 */
async function rebuildIndex(db: Kysely<Database>, log: (text: string) => void): Promise<void> {
  const { rows } = await sql<{ matches: number }>`
    select (select max(rowid) from tasks) is (select max(id) from task_texts_docsize) as matches
  `.execute(db);
  if (rows[0]?.matches === 1) return;
  log("Another program renumbered the tasks: rebuilding the full-text index …");
  await transaction(db, async (trx) => {
    await sql`insert into task_texts (task_texts) values ('delete-all')`.execute(trx);
    await sql`
      insert into task_texts (rowid, text) select rowid, search_text || char(10, 10) from tasks
    `.execute(trx);
  });
}

async function createIndex(db: Kysely<Database>, log: (text: string) => void): Promise<void> {
  if (await hasIndex(db)) return;
  try {
    await transaction(db, async (trx) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(INDEX_LOCK_KEY)})`.execute(trx);
      if (await hasIndex(trx)) return;
      if (await trx.selectFrom("tasks").select("id").limit(1).executeTakeFirst()) {
        log("Indexing the texts of all tasks: about a minute for a million tasks …");
      }
      await sql`create extension if not exists pg_trgm`.execute(trx);
      // With fastupdate, one write in hundreds would have to merge the entries of all the others.
      await sql`
        create index ${sql.ref(TRIGRAM_INDEX)} on task_texts
          using gin (text gin_trgm_ops) with (fastupdate = off)
      `.execute(trx);
      await sql`analyze task_texts`.execute(trx);
    });
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure);
    log(`The extension pg_trgm is not available (${reason}): searches among many tasks are slower`);
  }
}

async function hasIndex(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass(${TRIGRAM_INDEX}) is not null as exists
  `.execute(db);
  return rows[0]?.exists === true;
}
