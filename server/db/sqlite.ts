import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { type Dialect, SqliteAdapter, SqliteDialect } from "kysely";
import { told } from "./sqliteError.ts";

/** Statements kept per database; each text is compiled once. Ours are few; lists of ids vary. */
const STATEMENTS_MAX = 500;

/**
 * Pages of the file that are kept in memory, in KiB: SQLite's own 2 MB are soon used up when a list
 * of a million tasks reads here and there.
 */
const CACHE = 32_768;

/** SQLite runs DDL in transactions; Kysely's adapter is more careful than we need to be. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Kysely knows better-sqlite3; this gives `node:sqlite` the part of its shape that Kysely uses. */
function adapt(database: DatabaseSync) {
  const statements = new Map<string, ReturnType<typeof adaptStatement>>();
  return {
    close: () => database.close(),
    prepare(text: string) {
      const known = statements.get(text);
      if (known) return known;
      // A transaction takes the write lock at once: one that begins by reading could otherwise
      // find the database changed, and fail when it comes to write.
      const statement =
        text === "rollback"
          ? // A failure of the disk has undone the transaction already.
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
    all: (parameters: readonly unknown[]) => told(() => statement.all(...values(parameters))),
    run: (parameters: readonly unknown[]) =>
      isDue() ? told(() => statement.run(...values(parameters))) : NOTHING_DONE,
    iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
  };
}

const NOTHING_DONE = { changes: 0, lastInsertRowid: 0 };

/** Opens a SQLite file (or `:memory:`) durably: what is acknowledged survives a loss of power. */
export function sqliteDialect(file: string): Dialect {
  const database = new DatabaseSync(file, { timeout: 5_000, enableForeignKeyConstraints: true });
  database.exec("pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;");
  database.exec(`pragma cache_size = -${CACHE}`);
  const dialect = new SqliteDialect({ database: adapt(database) });
  return {
    createDriver: () => dialect.createDriver(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createAdapter: () => new TransactionalSqliteAdapter(),
  };
}
