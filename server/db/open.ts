import { Kysely } from "kysely";
import { type Channel, type Hearing, postgresChannel } from "./channel.ts";
import { makeDatabaseFile } from "./folder.ts";
import { type PostgresOptions, postgresDialect } from "./postgres.ts";
import type { Database } from "./schema.ts";
import { sqliteDialect } from "./sqlite.ts";

/** Whether `where` is the address of a PostgreSQL database. */
export const isPostgres = (where: string): boolean => /^postgres(ql)?:/.test(where);

const DEFAULTS: PostgresOptions = { poolSize: 10, statementTimeout: 15_000 };

/**
 * Opens the database; nothing else knows which one it is. Inside a transaction use only the
 * transaction: the embedded database has a single connection, and a query beside it would wait
 * for ever.
 *
 * @param where the address of a PostgreSQL database (`postgres://…`), the folder of the embedded
 * database, made when absent, or `:memory:`
 */
export function openDatabase(
  where: string,
  options: Partial<PostgresOptions> = {},
): Kysely<Database> {
  if (isPostgres(where)) {
    return new Kysely({ dialect: postgresDialect(where, { ...DEFAULTS, ...options }) });
  }
  if (where === ":memory:") return new Kysely({ dialect: sqliteDialect(where) });
  return new Kysely({ dialect: sqliteDialect(makeDatabaseFile(where)) });
}

/**
 * How the servers on one database tell each other what happens; undefined for the embedded
 * database, which one server has to itself.
 */
export function openChannel(where: string, hearing: Hearing): Channel | undefined {
  return isPostgres(where) ? postgresChannel(where, hearing) : undefined;
}
