import { Kysely } from "kysely";
import { createDatabaseFile } from "./folder.ts";
import { type Channel, type ChannelListener, postgresChannel } from "./postgres/channel.ts";
import { type PostgresOptions, postgresDialect } from "./postgres/postgres.ts";
import type { Database } from "./schema.ts";
import { sqliteDialect } from "./sqlite/sqlite.ts";

/** Whether `where` is the URL of a PostgreSQL database. */
export const isPostgres = (where: string): boolean => /^postgres(ql)?:/.test(where);

const DEFAULTS: PostgresOptions = { poolSize: 10, statementTimeout: 15_000 };

/**
 * Opens the database. Inside a transaction, use only the transaction: the embedded database has a
 * single connection, so a query outside the transaction would wait for it for ever.
 *
 * @param where the URL of a PostgreSQL database, the data folder of the embedded database (created
 * if missing), or `:memory:`
 */
export function openDatabase(
  where: string,
  options: Partial<PostgresOptions> = {},
): Kysely<Database> {
  if (isPostgres(where)) {
    return new Kysely({ dialect: postgresDialect(where, { ...DEFAULTS, ...options }) });
  }
  if (where === ":memory:") return new Kysely({ dialect: sqliteDialect(where) });
  return new Kysely({ dialect: sqliteDialect(createDatabaseFile(where)) });
}

/**
 * The channel between the servers on one database; undefined for the embedded database, which has
 * only one server.
 */
export function openChannel(where: string, listener: ChannelListener): Channel | undefined {
  return isPostgres(where) ? postgresChannel(where, listener) : undefined;
}
