import { closeSync, existsSync, fsyncSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { migrationNames, newerThanThis } from "#server/db/migrate.ts";
import { SQLITE, sqliteCode } from "#server/db/sqliteError.ts";
import { CopyRefused, differing, sumsOf, TABLES, type TableSum } from "./tables.ts";

/*
 * A backup is an SQLite file: a Taskdeck database, whatever it was made of, with one more table
 * that says what the others hold. SQLite notices damage to its structure; the sums notice the rest.
 */
const MANIFEST = "taskdeck_backup";

/** The names of migrations that a database has gone through; none for one that isn't Taskdeck's. */
export function migrationsOf(file: DatabaseSync): string[] {
  const known = file.prepare("select 1 from pragma_table_info('kysely_migration')").get();
  if (!known) return [];
  const names = file.prepare("select name from kysely_migration order by name").all();
  return names.map(({ name }) => String(name));
}

/** Throws a {@link CopyRefused} unless this version knows all that the database went through. */
export function requireKnown(names: readonly string[], what: string): void {
  if (names.length === 0) throw new CopyRefused(`${what} is no Taskdeck database`);
  const unknown = newerThanThis(names);
  if (unknown.length > 0) {
    throw new CopyRefused(
      `${what} was written by a newer version of Taskdeck (${unknown.join(", ")}): use that version`,
    );
  }
}

/** Throws a {@link CopyRefused} for a file whose structure or references are broken. */
export function requireSound(database: DatabaseSync, what: string): void {
  const verdicts = database.prepare("pragma integrity_check").all();
  const [first] = verdicts.map((row) => String(row["integrity_check"]));
  if (first !== "ok") throw new CopyRefused(`${what} is damaged: ${first}`);
  const dangling = database.prepare("pragma foreign_key_check").get();
  if (dangling)
    throw new CopyRefused(`${what} is damaged: rows of "${String(dangling["table"])}" dangle`);
}

/** Makes a backup of a file that holds a database: checked, summed up, in one piece, on disk. */
export function seal(file: string): TableSum[] {
  const database = new DatabaseSync(file);
  let sums: TableSum[];
  try {
    database.exec("pragma journal_mode = delete");
    requireSound(database, "The copy");
    sums = sumsOf(database);
    database.exec(`
      begin;
      drop table if exists ${MANIFEST};
      create table ${MANIFEST} ("table" text primary key, rows integer not null, checksum text not null);
    `);
    const insert = database.prepare(`insert into ${MANIFEST} values (?, ?, ?)`);
    for (const { table, rows, checksum } of sums) insert.run(table, rows, checksum);
    database.exec("commit");
  } finally {
    database.close();
  }
  flush(file);
  return sums;
}

/** Makes a plain database of the copy of a backup. */
export function unseal(database: DatabaseSync): void {
  database.exec(`drop table ${MANIFEST}`);
}

/** Waits until a file, or the names in a folder, are on the disk. */
export function flush(name: string): void {
  const handle = openSync(name, "r");
  fsyncSync(handle);
  closeSync(handle);
}

/** A backup that is whole, opened for reading. */
export interface OpenBackup {
  source: DatabaseSync;
  sums: TableSum[];
  /** Whether its tables are those of this version; an older one's have to be migrated first. */
  isCurrent: boolean;
}

/**
 * Opens a backup and checks all of it. Throws a {@link CopyRefused} for a file that isn't one, for
 * one that is damaged, and for one of a newer version.
 */
export function openBackup(file: string): OpenBackup {
  if (!existsSync(file)) throw new CopyRefused(`There is no file ${file}`);
  const url = pathToFileURL(file);
  // Nobody writes it, so SQLite needs no files beside it.
  url.search = "immutable=1";
  let source: DatabaseSync | undefined;
  try {
    source = new DatabaseSync(url, { readOnly: true });
    const sums = statedSums(source, file);
    const names = migrationsOf(source);
    requireKnown(names, file);
    requireSound(source, file);
    const tables = sums.map(({ table }) => table);
    const changed = differing(sums, sumsOf(source, tables));
    if (changed.length > 0) {
      throw new CopyRefused(`${file} is damaged: "${changed[0]}" doesn't hold what it held`);
    }
    return { source, sums, isCurrent: names.length === migrationNames.length };
  } catch (failure) {
    source?.close();
    throw understood(failure, file);
  }
}

function statedSums(source: DatabaseSync, file: string): TableSum[] {
  const known = source.prepare("select 1 from sqlite_schema where name = ?").get(MANIFEST);
  if (!known) {
    throw new CopyRefused(`${file} isn't a backup that "npm run backup" has made`);
  }
  const rows = source.prepare(`select * from ${MANIFEST}`).all();
  const sums = rows.map(({ table, rows, checksum }) => ({
    table: String(table),
    rows: Number(rows),
    checksum: String(checksum),
  }));
  const order = (table: string) => (TABLES as readonly string[]).indexOf(table);
  return sums.sort((one, other) => order(one.table) - order(other.table));
}

function understood(failure: unknown, file: string): unknown {
  const code = sqliteCode(failure);
  if (code === undefined) return failure;
  return code === SQLITE.NO_DATABASE
    ? new CopyRefused(`${file} isn't a Taskdeck backup`, { cause: failure })
    : new CopyRefused(`${file} can't be read: ${(failure as Error).message}`, { cause: failure });
}
