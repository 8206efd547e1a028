import { createHash } from "node:crypto";
import { createReadStream, existsSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { type Kysely, sql, type Transaction } from "kysely";
import { EPOCH_SETTING } from "#server/db/changesEpoch.ts";
import { databaseFile } from "#server/db/folder.ts";
import { migrate, migrationNames } from "#server/db/migrate.ts";
import type { Database } from "#server/db/schema.ts";
import { errorCode } from "#server/db/unavailable.ts";
import { migrationsOf } from "./backupFile.ts";
import {
  BATCH_ROWS,
  type Column,
  CopyRefused,
  checksumBuilder,
  columnsOf,
  DERIVED_PREFIXES,
  type OnProgress,
  type Row,
  requireEqual,
  selectAllRows,
  TABLES,
  type Table,
  type TableChecksum,
} from "./tables.ts";

/**
 * Copies the embedded database in `folder` to an empty PostgreSQL database, in one transaction, and
 * compares checksums. It only reads the source, which must not change. Throws a {@link CopyRefused}
 * otherwise.
 */
export async function copyToPostgres(
  folder: string,
  target: Kysely<Database>,
  onProgress: OnProgress,
): Promise<TableChecksum[]> {
  const file = databaseFile(folder);
  if (!existsSync(file)) throw new CopyRefused(`There is no database in ${folder}`);
  const before = await fingerprint(file);
  using source = openReadOnly(file);
  if (migrationsOf(source).join() !== migrationNames.join()) {
    throw new CopyRefused(
      "Another version wrote the source: start and stop a server of this version on it once",
    );
  }
  return await target.transaction().execute(async (trx) => {
    await requireEmpty(trx);
    const copied = await fillPostgres(source, trx, onProgress);
    if ((await fingerprint(file)) !== before) {
      throw new CopyRefused(`The database in ${folder} changed during the copy: stop its server`);
    }
    return copied;
  });
}

/** Creates the tables, and copies the rows of an SQLite file of this version to them. */
export async function fillPostgres(
  source: DatabaseSync,
  trx: Transaction<Database>,
  onProgress: OnProgress,
): Promise<TableChecksum[]> {
  await migrate(trx);
  const copied: TableChecksum[] = [];
  for (const table of TABLES) copied.push(await copyTable(source, trx, table, onProgress));
  await setLastNumber(trx, lastNumber(source));
  await trx.deleteFrom("settings").where("key", "=", EPOCH_SETTING).execute();
  return copied;
}

/**
 * The number of the newest change that there ever was; 0 if there was none. Its row may be gone, but
 * webhooks have seen it: a new change with its number would not be sent.
 */
function lastNumber(source: DatabaseSync): number {
  const row = source.prepare("select seq from sqlite_sequence where name = 'changes'").get();
  return Number(row?.["seq"] ?? 0);
}

/** The next change gets the number after this one. */
async function setLastNumber(trx: Transaction<Database>, last: number): Promise<void> {
  if (last === 0) return;
  await sql`select setval(pg_get_serial_sequence('changes', 'number'), ${last})`.execute(trx);
}

/** A hash of the database file and its write-ahead log. */
async function fingerprint(file: string): Promise<string> {
  const hash = createHash("sha256");
  for (const part of [file, `${file}-wal`]) {
    if (!existsSync(part)) continue;
    for await (const chunk of createReadStream(part)) hash.update(chunk as Buffer);
  }
  return hash.digest("hex");
}

function openReadOnly(file: string): DatabaseSync {
  const url = pathToFileURL(file);
  const wal = `${file}-wal`;
  // Without this, SQLite creates files beside the database even for reading.
  if (!existsSync(wal) || statSync(wal).size === 0) url.search = "immutable=1";
  const source = new DatabaseSync(url, { readOnly: true });
  // All tables are read from one snapshot.
  source.exec("begin");
  return source;
}

/** Throws a {@link CopyRefused} if any table has rows, even a table of another program. */
export async function requireEmpty(trx: Transaction<Database>): Promise<void> {
  const tables = await trx.introspection.getTables();
  for (const { name } of tables) {
    if (DERIVED_PREFIXES.some((prefix) => name.startsWith(prefix))) continue;
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(trx);
    if (rows.length > 0) {
      throw new CopyRefused(`The target isn't empty: its table "${name}" has rows`);
    }
  }
}

async function copyTable(
  source: DatabaseSync,
  trx: Transaction<Database>,
  table: Table,
  onProgress: OnProgress,
): Promise<TableChecksum> {
  const columns = columnsOf(source, table);
  const query = selectAllRows(table, columns);
  const total = Number(source.prepare(`select count(*) as count from "${table}"`).get()?.["count"]);

  const { add, finish } = checksumBuilder(table, columns);
  let done = 0;
  let batch: Row[] = [];
  for (const row of source.prepare(query).iterate() as Iterable<Row>) {
    add(row);
    batch.push(row);
    done += 1;
    if (batch.length < BATCH_ROWS && done < total) continue;
    await insert(trx, table, columns, batch).catch((failure: unknown) => {
      throw explainRefusal(table, columns, batch, failure);
    });
    onProgress(table, done, total);
    batch = [];
  }

  const sent = finish();
  const stored = await storedChecksum(trx, table, columns);
  requireEqual([sent], [stored], () => `The copy of "${table}" differs from the source`);
  return sent;
}

/** SQLSTATE classes of values that don't fit their column, and of violated constraints. */
const BAD_ROWS = /^2[23]/;

/** Names the row that PostgreSQL refuses because of a NUL. Returns other failures unchanged. */
function explainRefusal(
  table: Table,
  columns: readonly Column[],
  rows: readonly Row[],
  failure: unknown,
): unknown {
  if (!BAD_ROWS.test(errorCode(failure) ?? "")) return failure;
  const { message } = failure as Error;
  const hasNul = (row: Row, name: string) => String(row[name]).includes("\0");
  const row = rows.find((one) => columns.some(({ name }) => hasNul(one, name)));
  const column = row && columns.find(({ name }) => hasNul(row, name));
  const key = row && columns.filter(({ isKey }) => isKey).map(({ name }) => row[name]);
  const where = column && key ? `; "${column.name}" of the row ${key.join(", ")} has a U+0000` : "";
  return new CopyRefused(`PostgreSQL refuses rows of "${table}": ${message}${where}`);
}

async function insert(
  trx: Transaction<Database>,
  table: Table,
  columns: readonly Column[],
  rows: readonly Row[],
): Promise<void> {
  const names = sql.join(columns.map(({ name }) => sql.ref(name)));
  const type = sql.table(table);
  await sql`
    insert into ${type} (${names})
    select ${names} from json_populate_recordset(null::${type}, ${JSON.stringify(rows)})
  `.execute(trx);
}

async function storedChecksum(
  trx: Transaction<Database>,
  table: Table,
  columns: readonly Column[],
): Promise<TableChecksum> {
  const { add, finish } = checksumBuilder(table, columns);
  for await (const rows of readBatches(trx, selectAllRows(table, columns))) rows.forEach(add);
  return finish();
}

/** Reads a query's rows from PostgreSQL in batches, through a cursor. */
export async function* readBatches(
  trx: Transaction<Database>,
  query: string,
): AsyncGenerator<Row[]> {
  await sql`declare batches cursor for ${sql.raw(query)}`.execute(trx);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(BATCH_ROWS)} from batches`.execute(trx);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`close batches`.execute(trx);
}
