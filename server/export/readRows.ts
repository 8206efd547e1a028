import { setImmediate as nextTurn } from "node:timers/promises";
import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "#server/db/schema.ts";
import { namesOf, type Section } from "./tables.ts";

export type Row = Readonly<Record<string, string | number | null>>;

/**
 * The number of rows per step. The rows of a step are in memory together, and on SQLite other
 * requests wait for the step.
 */
const STEP_ROWS = 250;

const ALL = sql<SqlBool>`1 = 1`;

/** Compares the key with that of a row. */
function compared(key: readonly string[], sign: ">" | "<=", row: Row): RawBuilder<SqlBool> {
  const names = sql.join(key.map((name) => sql.ref(name)));
  return sql<SqlBool>`(${names}) ${sql.raw(sign)} (${sql.join(key.map((name) => row[name]))})`;
}

/**
 * The rows of a table in the order of its key, in batches. Each batch is read when it is needed. It
 * takes the same time anywhere in the table, even if few rows match.
 */
export async function* readRows(
  db: Kysely<Database>,
  { table, rows: from = sql.table(table), columns, key, where = ALL }: Section,
): AsyncGenerator<Row[]> {
  const keys = sql.join(key.map((name) => sql.ref(name)));
  const names = sql.join(namesOf(columns).map((name) => sql.ref(name)));
  for (let last: Row | undefined; ; ) {
    await nextTurn();
    const rest = last ? compared(key, ">", last) : ALL;
    const { rows: ends } = await sql<Row>`
      select ${keys} from ${from} where ${rest}
      order by ${keys} limit 1 offset ${sql.lit(STEP_ROWS - 1)}
    `.execute(db);
    const [end] = ends;
    const part = end ? compared(key, "<=", end) : ALL;
    const { rows } = await sql<Row>`
      select ${names} from ${from} where ${rest} and ${part} and ${where} order by ${keys}
    `.execute(db);
    if (rows.length > 0) yield rows;
    if (!end) return;
    last = end;
  }
}

/** A row as it is exported: flags are true or false, JSON is the value that it holds. */
export function presentRow(columns: Section["columns"], row: Row): Record<string, unknown> {
  const entries = namesOf(columns).map((name) => {
    const value = row[name] ?? null;
    if (columns[name] === "flag") return [name, value === 1];
    if (columns[name] === "json") return [name, JSON.parse(String(value)) as unknown];
    return [name, value];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}
