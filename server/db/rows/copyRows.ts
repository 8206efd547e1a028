import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "#server/db/schema.ts";
import { errorCode } from "#server/db/unavailable.ts";
import { namesOf, type Row, type RowList } from "./readRows.ts";

/*
 * Backups, restores, exports and copies between the databases are one stream of rows from a source to a
 * target. A format has its own text of a row, which its checksums cover.
 */

/** Nothing was copied. The message gives the operator the reason. */
export class CopyRefused extends Error {
  override name = "CopyRefused";
}

/** Called with the number of rows, of `pages`, or of files (`bytes`) copied so far, and their total. */
export type OnProgress = (table: string, done: number, total: number) => void;

export interface TableChecksum {
  table: string;
  rows: number;
  /** SHA-256 of all rows. */
  checksum: string;
}

interface RowSource<List extends RowList> {
  lists: readonly List[];
  /** Reads the rows of a list in steps. */
  read: (list: List) => AsyncIterable<Row[]>;
  /** The text of a row that the checksum covers. */
  encode: (row: Row, list: List) => string;
  /** Follows the text of each row in the checksum. */
  separator: string;
}

/** Some rows of a list, and their texts. A list without rows has one empty step. */
export interface Step<List extends RowList> {
  list: List;
  rows: readonly Row[];
  texts: readonly string[];
  /** The number of the list's rows up to here. */
  done: number;
}

/** Reads all rows of a source, and adds the checksum of each list when it is read. */
export async function* streamRows<List extends RowList>(
  { lists, read, encode, separator }: RowSource<List>,
  checksums: TableChecksum[],
): AsyncGenerator<Step<List>> {
  for (const list of lists) {
    const hash = createHash("sha256");
    let done = 0;
    for await (const rows of read(list)) {
      const texts = rows.map((row) => encode(row, list));
      for (const text of texts) hash.update(text).update(separator);
      done += rows.length;
      yield { list, rows, texts, done };
    }
    if (done === 0) yield { list, rows: [], texts: [], done };
    checksums.push({ table: list.name, rows: done, checksum: hash.digest("hex") });
  }
}

/** Reads all rows of a source, hands them to `write`, and returns the checksums of the lists. */
export async function copyRows<List extends RowList>(
  source: RowSource<List>,
  write?: (step: Step<List>) => Promise<void>,
): Promise<TableChecksum[]> {
  const checksums: TableChecksum[] = [];
  for await (const step of streamRows(source, checksums)) {
    if (step.rows.length > 0) await write?.(step);
  }
  return checksums;
}

/** Inserts rows into a table. Throws a {@link CopyRefused} if PostgreSQL refuses them. */
export async function insertRows(
  db: Kysely<Database>,
  { name, columns, key }: Pick<RowList, "name" | "columns" | "key">,
  rows: readonly Row[],
): Promise<void> {
  const values = rows.map(
    (row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`,
  );
  const into = sql`insert into ${sql.table(name)} (${namesOf(columns)}) values ${sql.join(values)}`;
  try {
    await into.execute(db);
  } catch (failure) {
    if (!BAD_ROWS.test(errorCode(failure) ?? "")) throw failure;
    const where = findNul({ columns, key }, rows);
    const message = `PostgreSQL refuses rows of "${name}": ${(failure as Error).message}${where}`;
    throw new CopyRefused(message, { cause: failure });
  }
}

/** SQLSTATE classes of values that don't fit their column, and of violated constraints. */
const BAD_ROWS = /^2[23]/;

/** Names the row with a NUL, which PostgreSQL refuses. */
function findNul({ columns, key }: Pick<RowList, "columns" | "key">, rows: readonly Row[]): string {
  for (const row of rows) {
    const column = columns.find((name) => String(row[name]).includes("\0"));
    if (column === undefined) continue;
    return `; "${column}" of the row ${key.map((name) => row[name]).join(", ")} has a U+0000`;
  }
  return "";
}

/** Throws a {@link CopyRefused} if a list has rows. */
export async function requireEmpty(
  db: Kysely<Database>,
  lists: readonly Pick<RowList, "name" | "from">[],
  message: (name: string) => string,
): Promise<void> {
  for (const { name, from = sql.table(name) } of lists) {
    const { rows } = await sql`select 1 from ${from} limit 1`.execute(db);
    if (rows.length > 0) throw new CopyRefused(message(name));
  }
}
