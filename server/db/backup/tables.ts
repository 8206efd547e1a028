import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import type { Database } from "#server/db/schema.ts";

/* The tables that copies, backups and restores read and write, and their checksums. */

export type Table = keyof Database;
export type Row = Record<string, string | number | null>;

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
  "comments",
  "deleted_tasks",
  "deleted_comments",
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
  "user_runs",
  "user_run_items",
  "webhooks",
  "webhook_deliveries",
] as const satisfies readonly Table[];

/** {@link TABLES}, and those that only databases and backups of older versions have. */
export const KNOWN_TABLES: readonly string[] = [
  ...TABLES,
  "task_history",
  "audit_log",
  "api_tokens",
  "calendar_feeds",
  "links",
  "oidc_sign_ins",
  "sign_in_codes",
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

/** The number of rows per statement. */
export const BATCH_ROWS = 1_000;

/** Nothing was copied. The message gives the operator the reason. */
export class CopyRefused extends Error {
  override name = "CopyRefused";
}

/** Called with the number of rows (or pages) copied so far, and their total. */
export type OnProgress = (table: string, done: number, total: number) => void;

export interface TableChecksum {
  table: string;
  rows: number;
  /** SHA-256 of all rows. */
  checksum: string;
}

export interface Column {
  name: string;
  isKey: boolean;
}

/** The columns of a table in an SQLite file; empty if there is no such table. */
export function columnsOf(file: DatabaseSync, table: string): Column[] {
  const columns = file.prepare("select name, pk from pragma_table_info(?)").all(table);
  return columns.map(({ name, pk }) => ({ name: String(name), isKey: pk !== 0 }));
}

/** A query for all rows, in the same order on both databases. */
export function selectAllRows(table: string, columns: readonly Column[]): string {
  const key = columns.filter(({ isKey }) => isKey).map(({ name }) => `"${name}"`);
  const names = columns.map(({ name }) => `"${name}"`);
  return `select ${names.join(", ")} from "${table}" order by ${key.join(", ")}`;
}

/** Computes a table's checksum while its rows are read. */
export function checksumBuilder(table: string, columns: readonly Column[]) {
  const hash = createHash("sha256");
  let rows = 0;
  return {
    add(row: Row): void {
      const values = columns.map(({ name }) => row[name] ?? null);
      // As text, because PostgreSQL sends large numbers as text.
      hash.update(JSON.stringify(values.map((value) => (value === null ? null : String(value)))));
      rows += 1;
    },
    finish: (): TableChecksum => ({ table, rows, checksum: hash.digest("hex") }),
  };
}

/** The checksums of those tables that an SQLite file has. */
export function tableChecksums(
  file: DatabaseSync,
  tables: readonly string[] = KNOWN_TABLES,
): TableChecksum[] {
  return tables.flatMap((table) => {
    const columns = columnsOf(file, table);
    if (columns.length === 0) return [];
    const { add, finish } = checksumBuilder(table, columns);
    for (const row of file.prepare(selectAllRows(table, columns)).iterate()) add(row as Row);
    return [finish()];
  });
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
