import { setImmediate as nextTurn } from "node:timers/promises";
import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "#server/db/schema.ts";

export type Row = Readonly<Record<string, string | number | null>>;

/** A table, or a part of it, whose rows are copied. */
export interface RowList {
  name: string;
  /** Where the rows are; default: the table `name`. */
  from?: RawBuilder<unknown>;
  columns: readonly string[];
  /** The columns of the primary key, which is the order of the rows. */
  key: readonly string[];
  /** The condition for the rows; default: all rows. */
  where?: RawBuilder<SqlBool>;
  /** The maximum number of rows per step; default: {@link STEP_ROWS}. */
  stepRows?: number;
}

/**
 * The number of rows per step. The rows of a step are in memory together, and on SQLite other
 * requests wait for the step.
 */
export const STEP_ROWS = 250;

const ALL = sql<SqlBool>`1 = 1`;

/** A comma-separated list of names. */
export const namesOf = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

/** Compares the key with that of a row. */
function compared(key: readonly string[], sign: ">" | "<=", row: Row): RawBuilder<SqlBool> {
  const values = sql.join(key.map((name) => row[name]));
  return sql<SqlBool>`(${namesOf(key)}) ${sql.raw(sign)} (${values})`;
}

/**
 * The rows of a list in the order of their key, in steps of at least one row. Each step is read when it
 * is needed. It takes the same time anywhere in the table, even if few rows match.
 */
export async function* readRows(
  db: Kysely<Database>,
  { name, from = sql.table(name), columns, key, where = ALL, stepRows = STEP_ROWS }: RowList,
): AsyncGenerator<Row[]> {
  const keys = namesOf(key);
  for (let last: Row | undefined; ; ) {
    await nextTurn();
    const rest = last ? compared(key, ">", last) : ALL;
    const { rows: ends } = await sql<Row>`
      select ${keys} from ${from} where ${rest}
      order by ${keys} limit 1 offset ${sql.lit(stepRows - 1)}
    `.execute(db);
    const [end] = ends;
    const part = end ? compared(key, "<=", end) : ALL;
    const { rows } = await sql<Row>`
      select ${namesOf(columns)} from ${from} where ${rest} and ${part} and ${where} order by ${keys}
    `.execute(db);
    if (rows.length > 0) yield rows;
    if (!end) return;
    last = end;
  }
}
