import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { type Dialect, Kysely, SqliteAdapter, SqliteDialect } from "kysely";
import type { Database } from "#server/db/schema.ts";
import { convertingErrors } from "./sqliteError.ts";

/** The maximum number of cached prepared statements. */
const STATEMENTS_MAX = 500;

/** SQLite's default of 2 MB is too small for lists of a million tasks. */
const PAGE_CACHE_KIB = 32_768;

/** SQLite can run DDL in transactions, but Kysely's adapter doesn't allow it. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Gives `node:sqlite` the part of better-sqlite3's interface that Kysely uses. */
function adapt(database: DatabaseSync) {
  const statements = new Map<string, ReturnType<typeof adaptStatement>>();
  return {
    close: () => database.close(),
    prepare(text: string) {
      const prepared = statements.get(text);
      if (prepared) return prepared;
      // Take the write lock at once: a transaction that reads first and writes later would fail if
      // another process wrote in between.
      const statement =
        text === "rollback"
          ? // After a failure of the disk, SQLite has already rolled back.
            adaptStatement(database.prepare(text), () => database.isTransaction)
          : adaptStatement(database.prepare(text === "begin" ? "begin immediate" : text));
      const [oldest] = statements.keys();
      if (oldest !== undefined && statements.size >= STATEMENTS_MAX) statements.delete(oldest);
      statements.set(text, statement);
      return statement;
    },
  };
}

function adaptStatement(statement: StatementSync, isDue = () => true) {
  const values = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]) =>
      convertingErrors(() => statement.all(...values(parameters))),
    run: (parameters: readonly unknown[]) =>
      isDue() ? convertingErrors(() => statement.run(...values(parameters))) : NO_CHANGES,
    iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
  };
}

const NO_CHANGES = { changes: 0, lastInsertRowid: 0 };

interface SqliteOptions {
  readOnly?: boolean;
  /** The serialized content of a database in memory, so that it needs no migration. */
  content?: Uint8Array | undefined;
}

/** Opens an SQLite file or `:memory:`. Committed writes survive a loss of power. */
export function sqliteDialect(
  file: string,
  { readOnly = false, content }: SqliteOptions = {},
): Dialect {
  const options = { timeout: 5_000, enableForeignKeyConstraints: true, readOnly };
  const database = new DatabaseSync(file, options);
  database.exec("pragma journal_mode = wal; pragma synchronous = full");
  if (content) database.deserialize(content);
  database.exec(`pragma cache_size = -${PAGE_CACHE_KIB}`);
  return dialectOf(database);
}

function dialectOf(database: DatabaseSync): Dialect {
  const dialect = new SqliteDialect({ database: adapt(database) });
  return {
    createDriver: () => dialect.createDriver(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createAdapter: () => new TransactionalSqliteAdapter(),
  };
}

/** Queries on an open SQLite file, in the transaction that is open there. */
export const kyselyOf = (database: DatabaseSync): Kysely<Database> =>
  new Kysely({ dialect: dialectOf(database) });
