import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql, type Transaction } from "kysely";
import { backUp } from "#server/db/backup/backup.ts";
import { checkBackup, deleteDatabase } from "#server/db/backup/backupFile.ts";
import { DERIVED_PREFIXES, KNOWN_TABLES, requireEqual } from "#server/db/backup/tables.ts";
import { openDatabase } from "#server/db/open.ts";
import { CopyRefused, type OnProgress } from "#server/db/rows/copyRows.ts";
import type { Database } from "#server/db/schema.ts";
import { filesFolder } from "#server/files/folderStore.ts";
import { fillPostgres, requireEmptyDatabase } from "./copyToPostgres.ts";
import { type Restored, restoredDiffers, stageBackup } from "./restoreToFolder.ts";
import { settleCopy } from "./settleCopy.ts";
import { addFiles, keepFiles, missingFiles } from "./stagedFiles.ts";

interface PostgresRestoreOptions {
  /** Whether existing data may be replaced. */
  replace: boolean;
  /** The file for a backup of the replaced data. */
  keepAs: string;
  /** The folder of the files. */
  dataDir: string;
  onProgress: OnProgress;
}

/** PostgreSQL lists closed connections for a moment. */
const DISCONNECT_TIMEOUT_MS = 2_000;

/**
 * Restores a backup to a PostgreSQL database that no server uses, in one transaction: it changes
 * nothing if it throws. Throws a `CopyRefused` if a server runs, or if data may not be replaced.
 */
export async function restoreToPostgres(
  file: string,
  url: string,
  { replace, keepAs, dataDir, onProgress }: PostgresRestoreOptions,
): Promise<Restored> {
  const { checksums, isCurrent } = await checkBackup(file);
  // Beside the safety backup, because /tmp may be too small. The suffix lets a later backup delete
  // the file if this process is killed.
  const staged = isCurrent ? file : `${keepAs}.partial-0`;
  try {
    if (!isCurrent) {
      mkdirSync(dirname(staged), { recursive: true, mode: 0o700 });
      await stageBackup(file, staged, undefined);
    }
    using source = new DatabaseSync(staged, { readOnly: true });
    const ownFiles = filesFolder({ dataDir });
    const keptFiles = replace ? keepFiles(ownFiles) : undefined;
    await addFiles(file, ownFiles, onProgress);
    const missing = await missingFiles(staged, ownFiles);
    await using target = openDatabase(url, { poolSize: 1, statementTimeout: 0 });
    const restored = await target.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = '10s'`.execute(trx);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
      await requireNoServer(trx);
      const tables = await ownTables(trx);
      const kept = replace && tables.includes("kysely_migration") ? keepAs : undefined;
      if (kept !== undefined) {
        const list = sql.join(tables.map((name) => sql.table(name)));
        await sql`lock table ${list} in share row exclusive mode`.execute(trx);
        await backUp(url, kept, onProgress);
        await dropAll(trx, tables);
      } else {
        await requireEmptyDatabase(trx);
      }
      const restored = await fillPostgres(source, trx, onProgress);
      if (isCurrent) requireEqual(restored, checksums, restoredDiffers);
      const settled = await settleCopy(trx, "restore");
      return { checksums: restored, migrated: !isCurrent, kept, settled };
    });
    return { ...restored, keptFiles, settled: [...restored.settled, ...missing] };
  } finally {
    if (!isCurrent) deleteDatabase(staged);
  }
}

/** Throws a {@link CopyRefused} if another Taskdeck process uses the PostgreSQL database. */
export async function requireNoServer(trx: Kysely<Database>): Promise<void> {
  for (const deadline = Date.now() + DISCONNECT_TIMEOUT_MS; ; await sleep(100)) {
    // Within a transaction, pg_stat_activity shows the first snapshot until it is cleared.
    await sql`select pg_stat_clear_snapshot()`.execute(trx);
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and application_name like 'taskdeck%'
        and pid <> pg_backend_pid()
    `.execute(trx);
    if (rows.length === 0) return;
    if (Date.now() > deadline) {
      throw new CopyRefused("A Taskdeck server uses the database: stop all of them first");
    }
  }
}

/** The tables that Taskdeck's migrations have created. */
async function ownTables(trx: Transaction<Database>): Promise<string[]> {
  const tables = await trx.introspection.getTables({ withInternalKyselyTables: true });
  const known = new Set<string>([...KNOWN_TABLES, "kysely_migration", "kysely_migration_lock"]);
  return tables
    .map(({ name }) => name)
    .filter(
      (name) => known.has(name) || DERIVED_PREFIXES.some((prefix) => name.startsWith(prefix)),
    );
}

/** Drops tables and their trigger functions. Fails if another program's objects depend on them. */
async function dropAll(trx: Transaction<Database>, tables: readonly string[]): Promise<void> {
  const { rows: functions } = await sql<{ name: string }>`
    select distinct tgfoid::regprocedure::text as name from pg_trigger
    where not tgisinternal and tgrelid = any(${tables}::regclass[])
  `.execute(trx);
  const list = sql.join(tables.map((name) => sql.table(name)));
  await sql`drop table ${list}`.execute(trx);
  for (const { name } of functions) await sql`drop function ${sql.raw(name)}`.execute(trx);
}
