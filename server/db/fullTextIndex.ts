import { type Kysely, sql } from "kysely";
import { onPostgres } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";

/*
 * The trigram index of all texts: an FTS5 table in SQLite, in PostgreSQL the extension pg_trgm,
 * where a server has it. Triggers keep `task_texts` (migrations 0005 and 0006). On PostgreSQL it
 * is a table of its own, because a move rewrites the task's row in every index of its table.
 */

/** Servers that start at the same time create the index one after the other. */
const LOCK = 4_211_093;

const TRIGRAM_INDEX = "task_texts_by_trigram";

/**
 * Creates the full-text index if it is missing, and rebuilds one that doesn't match the tasks.
 * Where PostgreSQL lacks pg_trgm or doesn't allow it, searches work without, and are slower.
 *
 * @param say is told when that takes long, or can't be done
 */
export async function prepareFullTextIndex(
  db: Kysely<Database>,
  say: (text: string) => void,
): Promise<void> {
  await (onPostgres(db) ? createIndex(db, say) : rebuildIndex(db, say));
}

/**
 * SQLite's index refers to tasks by rowid. Other programs may renumber the rows: a copy by `.dump`
 * does, and VACUUM is allowed to. Then the last task and the last text have different numbers.
 */
async function rebuildIndex(db: Kysely<Database>, say: (text: string) => void): Promise<void> {
  const { rows } = await sql<{ fits: number }>`
    select (select max(rowid) from tasks) is (select max(id) from task_texts_docsize) as fits
  `.execute(db);
  if (rows[0]?.fits === 1) return;
  say("Another program renumbered the tasks: rebuilding the full-text index …");
  await transaction(db, async (trx) => {
    await sql`insert into task_texts (task_texts) values ('delete-all')`.execute(trx);
    await sql`
      insert into task_texts (rowid, text) select rowid, search_text || char(10, 10) from tasks
    `.execute(trx);
  });
}

async function createIndex(db: Kysely<Database>, say: (text: string) => void): Promise<void> {
  if (await hasIndex(db)) return;
  try {
    await transaction(db, async (trx) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(trx);
      if (await hasIndex(trx)) return;
      if (await trx.selectFrom("tasks").select("id").limit(1).executeTakeFirst()) {
        say("Indexing the texts of all tasks: a minute or so for a million of them …");
      }
      await sql`create extension if not exists pg_trgm`.execute(trx);
      // Without fastupdate no write has to tidy up after hundreds of earlier ones.
      await sql`
        create index ${sql.ref(TRIGRAM_INDEX)} on task_texts
          using gin (text gin_trgm_ops) with (fastupdate = off)
      `.execute(trx);
      await sql`analyze task_texts`.execute(trx);
    });
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure);
    say(`Without the extension pg_trgm (${reason}), searching very many tasks is slower`);
  }
}

async function hasIndex(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass(${TRIGRAM_INDEX}) is not null as there
  `.execute(db);
  return rows[0]?.there === true;
}
