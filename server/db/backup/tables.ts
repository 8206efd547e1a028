import type { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import { type Kysely, sql } from "kysely";
import { countRows } from "#server/db/countRows.ts";
import { onPostgres } from "#server/db/dialect.ts";
import {
  CopyRefused,
  copyRows,
  insertRows,
  type OnProgress,
  type TableChecksum,
} from "#server/db/rows/copyRows.ts";
import { type Row, type RowList, readRows, STEP_ROWS } from "#server/db/rows/readRows.ts";
import type { Database } from "#server/db/schema.ts";
import { kyselyOf } from "#server/db/sqlite/sqlite.ts";

/* The tables that copies, backups and restores read and write, and their checksums. */

/**
 * All tables that the server writes to. A table comes after those that its rows refer to. Tables
 * that triggers fill are missing: the triggers fill them again where rows are inserted.
 */
export const TABLES = [
  "settings",
  "users",
  "sessions",
  "sign_in_failures",
  "teams",
  "team_members",
  "tasks",
  "task_checklists",
  "labels",
  "task_labels",
  "views",
  "comments",
  "files",
  "deleted_tasks",
  "changes",
  "task_states",
  "notifications",
  "muted_notifications",
  "identities",
  "secrets",
  "oidc_sessions",
  "imports",
  "import_items",
  "import_sources",
  "jobs",
  "runs",
  "run_items",
  "webhooks",
  "webhook_deliveries",
] as const satisfies readonly (keyof Database)[];

/** {@link TABLES}, and those that only databases and backups of older versions have. */
export const KNOWN_TABLES: readonly string[] = [
  ...TABLES,
  "deleted_comments",
  "task_history",
  "audit_log",
  "api_tokens",
  "calendar_feeds",
  "links",
  "oidc_sign_ins",
  "sign_in_codes",
  "user_runs",
  "user_run_items",
  "task_runs",
  "task_run_items",
];

/**
 * Prefixes of tables that triggers and full-text indexes fill. `task_changes` exists in databases of
 * older versions.
 */
export const DERIVED_PREFIXES: readonly string[] = [
  "task_counts",
  "task_texts",
  "comment_texts",
  "task_changes",
];

/** The row of an imported task can have 1 MiB, so fewer of them are in memory together. */
const LARGE_ROWS = { table: "import_items", stepRows: 16 };

/** Those of the tables that an SQLite database has. */
export async function tablesOf(
  db: Kysely<Database>,
  names: readonly string[] = KNOWN_TABLES,
): Promise<RowList[]> {
  const tables: RowList[] = [];
  for (const name of names) {
    const { rows } = await sql<{ name: string; pk: number }>`
      select name, pk from pragma_table_info(${name})
    `.execute(db);
    const columns = rows.map((column) => column.name);
    const key = rows.filter(({ pk }) => pk > 0).map((column) => column.name);
    const stepRows = name === LARGE_ROWS.table ? LARGE_ROWS.stepRows : STEP_ROWS;
    if (columns.length > 0) tables.push({ name, columns, key, stepRows });
  }
  return tables;
}

/** All rows of tables, in the same order on both databases. A checksum covers their values as JSON. */
const allRows = (db: Kysely<Database>, tables: readonly RowList[]) => ({
  lists: tables,
  read: (table: RowList) => readRows(db, table),
  encode: (row: Row, { columns }: RowList) =>
    JSON.stringify(columns.map((name) => asText(row[name]))),
  separator: "",
});

/** Numbers are text in a checksum, because PostgreSQL can send large ones as text. */
const asText = (value: Row[string] = null) => (value === null ? null : String(value));

/**
 * Copies all rows between an SQLite database and a PostgreSQL database of the same version.
 *
 * @returns the checksums of the rows that were read
 */
export async function copyTables(
  source: Kysely<Database>,
  target: Kysely<Database>,
  onProgress: OnProgress,
): Promise<TableChecksum[]> {
  const tables = await tablesOf(onPostgres(source) ? target : source);
  const totals = new Map<string, number>();
  for (const { name } of tables) totals.set(name, await countRows(source, sql.table(name)));
  const read = await copyRows(allRows(source, tables), async ({ list, rows, done }) => {
    await insertRows(target, list, rows);
    onProgress(list.name, done, totals.get(list.name) ?? done);
  });
  if (tables.some(({ name }) => name === "changes")) await copyLastNumber(source, target);
  return read;
}

/**
 * The changes of the copy go on from the number of the newest one. Its row may be gone, but webhooks
 * have seen it: a new change with its number would not be sent.
 */
async function copyLastNumber(source: Kysely<Database>, target: Kysely<Database>): Promise<void> {
  const sequence = sql`pg_get_serial_sequence('changes', 'number')`;
  const read = onPostgres(source)
    ? sql<{ last: number | null }>`select pg_sequence_last_value(${sequence}::regclass) as last`
    : sql<{ last: number | null }>`select seq as last from sqlite_sequence where name = 'changes'`;
  const last = (await read.execute(source)).rows[0]?.last ?? 0;
  if (last === 0) return;
  if (onPostgres(target)) {
    await sql`select setval(${sequence}, ${last})`.execute(target);
  } else {
    await sql`delete from sqlite_sequence where name = 'changes'`.execute(target);
    await sql`insert into sqlite_sequence (name, seq) values ('changes', ${last})`.execute(target);
  }
}

/** The checksums of tables of either database. */
export const checksumsOf = async (db: Kysely<Database>, tables: readonly RowList[]) =>
  await copyRows(allRows(db, tables));

/** The checksums of those tables that an SQLite file has. */
export async function tableChecksums(
  file: DatabaseSync,
  names?: readonly string[],
): Promise<TableChecksum[]> {
  const db = kyselyOf(file);
  return await checksumsOf(db, await tablesOf(db, names));
}

/** Throws a {@link CopyRefused} if a table differs or is missing on one side. */
export function requireEqual(
  some: readonly TableChecksum[],
  others: readonly TableChecksum[],
  message: (table: string) => string,
): void {
  const missing = (from: readonly TableChecksum[], among: readonly TableChecksum[]) =>
    from.find((one) => !among.some((other) => isDeepStrictEqual(one, other)));
  const different = missing(some, others) ?? missing(others, some);
  if (different) throw new CopyRefused(message(different.table));
}
