import { existsSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { flush } from "#server/db/flush.ts";
import { migrationNames, unknownMigrations } from "#server/db/migrate.ts";
import { CopyRefused, type TableChecksum } from "#server/db/rows/copyRows.ts";
import { SQLITE, sqliteCode } from "#server/db/sqlite/sqliteError.ts";
import { checkAppended, FILES_LIST } from "./appendedFiles.ts";
import { requireEqual, tableChecksums } from "./tables.ts";

/*
 * A backup of either database is an SQLite file: a Taskdeck database with one more table, the
 * manifest, which holds the checksums of the others. SQLite detects damage to the file's structure,
 * the checksums detect other damage. The bytes of files may follow (`appendedFiles.ts`).
 */
export const MANIFEST = "taskdeck_backup";

/** The migrations applied to an SQLite file; none if it isn't a Taskdeck database. */
export function migrationsOf(file: DatabaseSync): string[] {
  const exists = file.prepare("select 1 from pragma_table_info('kysely_migration')").get();
  if (!exists) return [];
  const names = file.prepare("select name from kysely_migration order by name").all();
  return names.map(({ name }) => String(name));
}

/** Throws a {@link CopyRefused} unless this version has all migrations of a database. */
export function requireKnown(migrations: readonly string[], source: string): void {
  if (migrations.length === 0) throw new CopyRefused(`${source} is not a Taskdeck database`);
  const unknown = unknownMigrations(migrations);
  if (unknown.length > 0) {
    throw new CopyRefused(
      `${source} was written by a newer version of Taskdeck (${unknown.join(", ")}): use that version`,
    );
  }
}

/** Throws a {@link CopyRefused} if the file's structure or a foreign key is broken. */
export function requireIntact(database: DatabaseSync, source: string): void {
  const verdict = database.prepare("pragma integrity_check").get()?.["integrity_check"];
  if (verdict !== "ok") throw new CopyRefused(`${source} is damaged: ${String(verdict)}`);
  const broken = database.prepare("pragma foreign_key_check").get();
  if (broken) {
    const table = String(broken["table"]);
    throw new CopyRefused(`${source} is damaged: rows of "${table}" refer to missing rows`);
  }
}

/** Checks a copied database, adds the manifest, and waits until the file is on disk. */
export async function finishBackup(file: string): Promise<TableChecksum[]> {
  using database = new DatabaseSync(file);
  database.exec("pragma journal_mode = delete");
  requireIntact(database, "The copy");
  const checksums = await tableChecksums(database);
  database.exec(`
    begin;
    drop table if exists ${MANIFEST};
    drop table if exists ${FILES_LIST};
    create table ${MANIFEST} ("table" text primary key, rows integer not null, checksum text not null);
  `);
  const insert = database.prepare(`insert into ${MANIFEST} values (?, ?, ?)`);
  for (const { table, rows, checksum } of checksums) insert.run(table, rows, checksum);
  database.exec("commit");
  flush(file);
  return checksums;
}

/** Turns a copy of a backup's database into a plain database. */
export function dropManifest(file: string): void {
  using database = new DatabaseSync(file);
  database.exec(`drop table ${MANIFEST}; drop table if exists ${FILES_LIST}`);
}

/** Deletes an SQLite file and its journals. */
export function deleteDatabase(file: string): void {
  for (const suffix of ["", "-journal", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
}

interface CheckedBackup {
  checksums: TableChecksum[];
  /** Whether the backup has the tables of this version. If not, a copy of it must be migrated. */
  isCurrent: boolean;
}

/**
 * Checks a whole backup. Throws a {@link CopyRefused} if the file is damaged, isn't a backup, or
 * comes from a newer version.
 */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  if (!existsSync(file)) throw new CopyRefused(`There is no file ${file}`);
  const url = pathToFileURL(file);
  // With this, SQLite creates no files beside the backup.
  url.search = "immutable=1";
  try {
    using source = new DatabaseSync(url, { readOnly: true });
    const checksums = readManifest(source, file);
    const migrations = migrationsOf(source);
    requireKnown(migrations, file);
    requireIntact(source, file);
    const tables = checksums.map(({ table }) => table);
    requireEqual(
      await tableChecksums(source, tables),
      checksums,
      (table) => `${file} is damaged: the rows of "${table}" have changed`,
    );
    await checkAppended(file, source);
    return { checksums, isCurrent: migrations.length === migrationNames.length };
  } catch (failure) {
    throw convertReadError(failure, file);
  }
}

/** The manifest's rows, in the order in which they were inserted. */
function readManifest(source: DatabaseSync, file: string): TableChecksum[] {
  const exists = source
    .prepare("select 1 from sqlite_schema where type = 'table' and name = ?")
    .get(MANIFEST);
  if (!exists) throw new CopyRefused(`${file} isn't a backup that "taskdeck backup" has made`);
  const rows = source.prepare(`select * from ${MANIFEST} order by rowid`).all();
  return rows.map(({ table, rows, checksum }) => ({
    table: String(table),
    rows: Number(rows),
    checksum: String(checksum),
  }));
}

function convertReadError(failure: unknown, file: string): unknown {
  const code = sqliteCode(failure);
  if (code === undefined) return failure;
  return code === SQLITE.NO_DATABASE
    ? new CopyRefused(`${file} isn't a Taskdeck backup`, { cause: failure })
    : new CopyRefused(`${file} can't be read: ${(failure as Error).message}`, { cause: failure });
}
