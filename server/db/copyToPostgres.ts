import { createHash, type Hash } from "node:crypto";
import { createReadStream, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { type Kysely, sql, type Transaction } from "kysely";
import { migrate, migrationNames } from "./migrate.ts";
import type { Database } from "./schema.ts";

type Table = keyof Database;
type Value = string | number | null;
type Row = Record<string, Value>;

/** Every table, in an order in which rows come after those that they refer to. */
export const TABLES = [
  "settings",
  "users",
  "sessions",
  "sign_in_failures",
  "teams",
  "team_members",
  "tasks",
  "comments",
] as const satisfies readonly Table[];

/** Rows at a time. */
const BATCH = 1_000;

/** A reason why nothing was copied, for a person to act on. */
export class CopyRefused extends Error {
  override name = "CopyRefused";
}

export interface CopiedTable {
  table: Table;
  rows: number;
  /** SHA-256 over all rows, which was the same on both sides. */
  checksum: string;
}

/**
 * Copies the embedded database in `folder` to an empty PostgreSQL database: all of it, or nothing.
 * Counts and checksums of what arrived are compared with what was read. The source is opened for
 * reading only, and must not change meanwhile. Throws a {@link CopyRefused} otherwise.
 *
 * @param onProgress is told how many rows of a table are there, and how many there will be
 */
export async function copyToPostgres(
  folder: string,
  target: Kysely<Database>,
  onProgress: (table: Table, done: number, total: number) => void,
): Promise<CopiedTable[]> {
  const file = join(folder, "taskdeck.db");
  if (!existsSync(file)) throw new CopyRefused(`There is no database in ${folder}`);
  const before = await fingerprint(file);
  const source = openReadOnly(file);
  try {
    requireUpToDate(source);
    return await target.transaction().execute(async (trx) => {
      await requireEmpty(trx);
      await migrate(trx);
      const copied: CopiedTable[] = [];
      for (const table of TABLES) copied.push(await copyTable(source, trx, table, onProgress));
      if ((await fingerprint(file)) !== before) {
        throw new CopyRefused(`The database in ${folder} changed meanwhile: stop its server first`);
      }
      return copied;
    });
  } finally {
    source.close();
  }
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

async function requireEmpty(trx: Transaction<Database>): Promise<void> {
  const tables = await trx.introspection.getTables();
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(trx);
    if (rows.length > 0) {
      throw new CopyRefused(`The target isn't empty: its table "${name}" has rows`);
    }
  }
}

interface Column {
  name: string;
  /** The type in PostgreSQL. */
  type: string;
  isKey: boolean;
}

async function columnsOf(
  source: DatabaseSync,
  trx: Transaction<Database>,
  table: Table,
): Promise<Column[]> {
  const columns = source.prepare("select name, pk from pragma_table_info(?)").all(table);
  const tables = await trx.introspection.getTables();
  const there = tables.find(({ name }) => name === table)?.columns ?? [];
  return columns.map(({ name, pk }) => ({
    name: String(name),
    type: there.find((column) => column.name === name)?.dataType ?? "text",
    isKey: pk !== 0,
  }));
}

async function copyTable(
  source: DatabaseSync,
  trx: Transaction<Database>,
  table: Table,
  onProgress: (table: Table, done: number, total: number) => void,
): Promise<CopiedTable> {
  const columns = await columnsOf(source, trx, table);
  const key = columns.filter(({ isKey }) => isKey).map(({ name }) => `"${name}"`);
  const ordered = `select * from "${table}" order by ${key.join(", ")}`;
  const total = Number(source.prepare(`select count(*) as count from "${table}"`).get()?.["count"]);

  const read = createHash("sha256");
  let done = 0;
  let batch: Row[] = [];
  for (const row of source.prepare(ordered).iterate() as Iterable<Row>) {
    addRow(read, columns, row);
    batch.push(row);
    done += 1;
    if (batch.length < BATCH && done < total) continue;
    await insert(trx, table, columns, batch);
    onProgress(table, done, total);
    batch = [];
  }

  const arrived = await arrivedRows(trx, columns, ordered);
  const checksum = read.digest("hex");
  if (arrived.rows !== done || arrived.checksum !== checksum) {
    throw new CopyRefused(`What arrived in "${table}" isn't what was sent: nothing is kept`);
  }
  return { table, rows: done, checksum };
}

/** Numbers and their texts count as the same: PostgreSQL sends large ones as text. */
function addRow(hash: Hash, columns: readonly Column[], row: Row): void {
  const values = columns.map(({ name }) => row[name] ?? null);
  hash.update(JSON.stringify(values.map((value) => (value === null ? null : String(value)))));
}

async function insert(
  trx: Transaction<Database>,
  table: Table,
  columns: readonly Column[],
  rows: readonly Row[],
): Promise<void> {
  const names = columns.map(({ name }) => sql.ref(name));
  const arrays = columns.map(({ name, type }) => {
    return sql`${rows.map((row) => row[name])}::${sql.raw(type)}[]`;
  });
  await sql`
    insert into ${sql.table(table)} (${sql.join(names)}) select * from unnest(${sql.join(arrays)})
  `.execute(trx);
}

async function arrivedRows(trx: Transaction<Database>, columns: readonly Column[], query: string) {
  const hash = createHash("sha256");
  let count = 0;
  await sql`declare arrived cursor for ${sql.raw(query)}`.execute(trx);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(BATCH)} from arrived`.execute(trx);
    if (rows.length === 0) break;
    for (const row of rows) addRow(hash, columns, row);
    count += rows.length;
  }
  await sql`close arrived`.execute(trx);
  return { rows: count, checksum: hash.digest("hex") };
}
