import { createHash } from "node:crypto";
import { createReadStream, existsSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { type Kysely, sql, type Transaction } from "kysely";
import { databaseFile } from "#server/db/folder.ts";
import { migrate, migrationNames } from "#server/db/migrate.ts";
import type { Database } from "#server/db/schema.ts";
import { codeOf } from "#server/db/unavailable.ts";
import {
  allRows,
  BATCH,
  type Column,
  CopyRefused,
  columnsOf,
  DERIVED,
  differing,
  type OnProgress,
  type Row,
  summing,
  TABLES,
  type Table,
  type TableSum,
} from "./tables.ts";

/**
 * Copies the embedded database in `folder` to an empty PostgreSQL database: all of it, or nothing.
 * Counts and checksums of what arrived are compared with what was read. The source is opened for
 * reading only, and must not change meanwhile. Throws a {@link CopyRefused} otherwise.
 */
export async function copyToPostgres(
  folder: string,
  target: Kysely<Database>,
  onProgress: OnProgress,
): Promise<TableSum[]> {
  const file = databaseFile(folder);
  if (!existsSync(file)) throw new CopyRefused(`There is no database in ${folder}`);
  const before = await fingerprint(file);
  const source = openReadOnly(file);
  try {
    requireUpToDate(source);
    return await target.transaction().execute(async (trx) => {
      await requireEmpty(trx);
      const copied = await fillPostgres(source, trx, onProgress);
      if ((await fingerprint(file)) !== before) {
        throw new CopyRefused(`The database in ${folder} changed meanwhile: stop its server first`);
      }
      return copied;
    });
  } finally {
    source.close();
  }
}

/** Makes the tables and copies the rows of an SQLite file of this version into them. */
export async function fillPostgres(
  source: DatabaseSync,
  trx: Transaction<Database>,
  onProgress: OnProgress,
): Promise<TableSum[]> {
  await migrate(trx);
  const copied: TableSum[] = [];
  for (const table of TABLES) copied.push(await copyTable(source, trx, table, onProgress));
  return copied;
}

/** Of the file, and of what was written but not yet moved into it. */
async function fingerprint(file: string): Promise<string> {
  const hash = createHash("sha256");
  for (const part of [file, `${file}-wal`]) {
    if (!existsSync(part)) continue;
    for await (const chunk of createReadStream(part)) hash.update(chunk as Buffer);
  }
  return hash.digest("hex");
}

/** SQLite would leave files beside the database even when it only reads, unless told so. */
function openReadOnly(file: string): DatabaseSync {
  const url = pathToFileURL(file);
  const wal = `${file}-wal`;
  if (!existsSync(wal) || statSync(wal).size === 0) url.search = "immutable=1";
  const source = new DatabaseSync(url, { readOnly: true });
  // One reading for all tables.
  source.exec("begin");
  return source;
}

function requireUpToDate(source: DatabaseSync): void {
  const names = source.prepare("select name from kysely_migration order by name").all();
  if (names.map(({ name }) => name).join() !== migrationNames.join()) {
    throw new CopyRefused(
      "The source was written by another version: start this version on it once, and stop it again",
    );
  }
}

/** Throws a {@link CopyRefused} when there are rows in any table, whosoever they are. */
export async function requireEmpty(trx: Transaction<Database>): Promise<void> {
  const tables = await trx.introspection.getTables();
  for (const { name } of tables) {
    if (DERIVED.some((start) => name.startsWith(start))) continue;
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(trx);
    if (rows.length > 0) {
      throw new CopyRefused(`The target isn't empty: its table "${name}" has rows`);
    }
  }
}

/** The types of a table's columns in PostgreSQL, by name. */
async function typesOf(trx: Transaction<Database>, table: Table): Promise<Map<string, string>> {
  const tables = await trx.introspection.getTables();
  const columns = tables.find(({ name }) => name === table)?.columns ?? [];
  return new Map(columns.map(({ name, dataType }) => [name, dataType]));
}

async function copyTable(
  source: DatabaseSync,
  trx: Transaction<Database>,
  table: Table,
  onProgress: OnProgress,
): Promise<TableSum> {
  const columns = columnsOf(source, table);
  const types = await typesOf(trx, table);
  const ordered = allRows(table, columns);
  const total = Number(source.prepare(`select count(*) as count from "${table}"`).get()?.["count"]);

  const { add, sum } = summing(table, columns);
  let done = 0;
  let batch: Row[] = [];
  for (const row of source.prepare(ordered).iterate() as Iterable<Row>) {
    add(row);
    batch.push(row);
    done += 1;
    if (batch.length < BATCH && done < total) continue;
    await insert(trx, table, columns, types, batch).catch((failure: unknown) => {
      throw notTaken(table, columns, batch, failure);
    });
    onProgress(table, done, total);
    batch = [];
  }

  const sent = sum();
  const arrived = await arrivedRows(trx, table, columns);
  if (differing([sent], [arrived]).length > 0) {
    throw new CopyRefused(`What arrived in "${table}" isn't what was sent: nothing is kept`);
  }
  return sent;
}

/** SQLSTATEs of values that don't fit their column, and of rows that break a rule of their table. */
const BAD_ROWS = /^2[23]/;

/** What to say of rows that SQLite has and PostgreSQL refuses; any other failure as it is. */
function notTaken(
  table: Table,
  columns: readonly Column[],
  rows: readonly Row[],
  failure: unknown,
): unknown {
  if (!BAD_ROWS.test(codeOf(failure) ?? "")) return failure;
  const { message } = failure as Error;
  const hasZero = (row: Row, name: string) => String(row[name]).includes("\0");
  const row = rows.find((one) => columns.some(({ name }) => hasZero(one, name)));
  const bad = row && columns.find(({ name }) => hasZero(row, name));
  const key = row && columns.filter(({ isKey }) => isKey).map(({ name }) => row[name]);
  const where = bad && key ? `; "${bad.name}" of the row ${key.join(", ")} has a U+0000` : "";
  return new CopyRefused(`"${table}" has rows that PostgreSQL doesn't take: ${message}${where}`);
}

async function insert(
  trx: Transaction<Database>,
  table: Table,
  columns: readonly Column[],
  types: ReadonlyMap<string, string>,
  rows: readonly Row[],
): Promise<void> {
  const names = columns.map(({ name }) => sql.ref(name));
  const arrays = columns.map(({ name }) => {
    return sql`${rows.map((row) => row[name])}::${sql.raw(types.get(name) ?? "text")}[]`;
  });
  await sql`
    insert into ${sql.table(table)} (${sql.join(names)}) select * from unnest(${sql.join(arrays)})
  `.execute(trx);
}

async function arrivedRows(trx: Transaction<Database>, table: Table, columns: readonly Column[]) {
  const { add, sum } = summing(table, columns);
  for await (const rows of batches(trx, allRows(table, columns))) rows.forEach(add);
  return sum();
}

/** The rows of a query on PostgreSQL, some at a time; inside a transaction. */
export async function* batches(trx: Transaction<Database>, query: string): AsyncGenerator<Row[]> {
  await sql`declare batches cursor for ${sql.raw(query)}`.execute(trx);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(BATCH)} from batches`.execute(trx);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`close batches`.execute(trx);
}
