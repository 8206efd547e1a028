import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { Database } from "#server/db/schema.ts";

/*
 * What copies, backups and restores have in common: which tables there are, how their rows are put
 * in order, and what proves that two tables hold the same.
 */

export type Table = keyof Database;
export type Value = string | number | null;
export type Row = Record<string, Value>;

/**
 * Every table that rows are written to, in an order in which rows come after those that they refer
 * to. What triggers derive from them isn't here: it comes about again where rows are written.
 */
export const TABLES = [
  "settings",
  "users",
  "sessions",
  "sign_in_failures",
  "teams",
  "team_members",
  "tasks",
  "comments",
  "deleted_tasks",
  "deleted_comments",
  "audit_log",
] as const satisfies readonly Table[];

/**
 * Tables that triggers and full-text indexes keep, by how their names begin. `task_changes` belongs
 * to databases of older versions.
 */
export const DERIVED: readonly string[] = ["task_counts", "task_texts", "task_changes"];

/** Rows at a time. */
export const BATCH = 1_000;

/** A reason why nothing was copied, for a person to act on. */
export class CopyRefused extends Error {
  override name = "CopyRefused";
}

/** Told how much of a table is there, and how much there will be. */
export type OnProgress = (table: string, done: number, total: number) => void;

/** What a table holds: two that have the same sum hold the same. */
export interface TableSum {
  table: string;
  rows: number;
  /** SHA-256 over all rows. */
  checksum: string;
}

export interface Column {
  name: string;
  isKey: boolean;
}

/** The columns of a table of an SQLite file; none when there is no such table. */
export function columnsOf(file: DatabaseSync, table: string): Column[] {
  const columns = file.prepare("select name, pk from pragma_table_info(?)").all(table);
  return columns.map(({ name, pk }) => ({ name: String(name), isKey: pk !== 0 }));
}

/** A query for all rows, which every database answers in the same order. */
export function allRows(table: string, columns: readonly Column[]): string {
  const key = columns.filter(({ isKey }) => isKey).map(({ name }) => `"${name}"`);
  const names = columns.map(({ name }) => `"${name}"`);
  return `select ${names.join(", ")} from "${table}" order by ${key.join(", ")}`;
}

/** Adds the rows of a table up. */
export function summing(table: string, columns: readonly Column[]) {
  const hash = createHash("sha256");
  let rows = 0;
  return {
    /** Numbers and their texts count as the same: PostgreSQL sends large ones as text. */
    add(row: Row): void {
      const values = columns.map(({ name }) => row[name] ?? null);
      hash.update(JSON.stringify(values.map((value) => (value === null ? null : String(value)))));
      rows += 1;
    },
    sum: (): TableSum => ({ table, rows, checksum: hash.digest("hex") }),
  };
}

/** What the tables of an SQLite file hold, of those that it has. */
export function sumsOf(file: DatabaseSync, tables: readonly string[] = TABLES): TableSum[] {
  return tables.flatMap((table) => {
    const columns = columnsOf(file, table);
    if (columns.length === 0) return [];
    const { add, sum } = summing(table, columns);
    for (const row of file.prepare(allRows(table, columns)).iterate()) add(row as Row);
    return [sum()];
  });
}

/** The tables that don't hold the same on both sides. */
export function differing(some: readonly TableSum[], others: readonly TableSum[]): string[] {
  const text = ({ rows, checksum }: TableSum) => `${rows} ${checksum}`;
  const known = new Map(others.map((sum) => [sum.table, text(sum)]));
  const tables = new Set([...some, ...others].map(({ table }) => table));
  for (const sum of some) if (known.get(sum.table) === text(sum)) tables.delete(sum.table);
  return [...tables];
}
