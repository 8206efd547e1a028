import type { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "#server/db/schema.ts";
import { backUp } from "./backup.ts";
import { fillPostgres, requireEmpty } from "./copyToPostgres.ts";
import {
  CopyRefused,
  DERIVED,
  differing,
  type OnProgress,
  TABLES,
  type TableSum,
} from "./tables.ts";

interface Replacement {
  /** Where a backup of what is there goes; undefined when nothing may be there. */
  keep: { url: string; file: string } | undefined;
  /** What has to arrive; undefined when that isn't known. */
  expected: readonly TableSum[] | undefined;
  onProgress: OnProgress;
}

/** Connections that have just been closed are seen for a moment, in milliseconds. */
const PARTING = 2_000;

/**
 * Fills a PostgreSQL database with what an SQLite file of this version holds, in one transaction.
 * Throws a {@link CopyRefused} when a server uses it, or when something is there that may not be
 * replaced.
 */
export async function replacePostgres(
  source: DatabaseSync,
  target: Kysely<Database>,
  { keep, expected, onProgress }: Replacement,
): Promise<{ arrived: TableSum[]; kept: string | undefined }> {
  return await target.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = '10s'`.execute(trx);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
    await requireNoServer(trx);
    const tables = await ownTables(trx);
    const replaced = keep !== undefined && tables.includes("kysely_migration");
    if (replaced) {
      const list = sql.join(tables.map((name) => sql.table(name)));
      await sql`lock table ${list} in share row exclusive mode`.execute(trx);
      await backUp(keep.url, keep.file, onProgress);
      await dropAll(trx, tables);
    } else {
      await requireEmpty(trx);
    }
    const arrived = await fillPostgres(source, trx, onProgress);
    const [wrong] = expected ? differing(arrived, expected) : [];
    if (wrong) throw new CopyRefused(`The restored "${wrong}" isn't that of the backup`);
    return { arrived, kept: replaced ? keep.file : undefined };
  });
}

async function requireNoServer(trx: Transaction<Database>): Promise<void> {
  for (const until = Date.now() + PARTING; ; await pause(100)) {
    // Within a transaction the view stays as it was at first, unless told otherwise.
    await sql`select pg_stat_clear_snapshot()`.execute(trx);
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and application_name like 'taskdeck%'
        and pid <> pg_backend_pid()
    `.execute(trx);
    if (rows.length === 0) return;
    if (Date.now() > until) {
      throw new CopyRefused("A Taskdeck server uses the database: stop all of them first");
    }
  }
}

/** The tables that migrations have made. */
async function ownTables(trx: Transaction<Database>): Promise<string[]> {
  const tables = await trx.introspection.getTables({ withInternalKyselyTables: true });
  const known = new Set<string>([...TABLES, "kysely_migration", "kysely_migration_lock"]);
  return tables
    .map(({ name }) => name)
    .filter((name) => known.has(name) || DERIVED.some((start) => name.startsWith(start)));
}

/** Drops tables, and the functions that their triggers call. Fails when others build on them. */
async function dropAll(trx: Transaction<Database>, tables: readonly string[]): Promise<void> {
  const { rows: functions } = await sql<{ name: string }>`
    select distinct tgfoid::regprocedure::text as name from pg_trigger
    where not tgisinternal and tgrelid = any(${tables}::regclass[])
  `.execute(trx);
  const list = sql.join(tables.map((name) => sql.table(name)));
  await sql`drop table ${list}`.execute(trx);
  for (const { name } of functions) await sql`drop function ${sql.raw(name)}`.execute(trx);
}
