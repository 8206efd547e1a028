import {
  type DatabaseMetadataOptions,
  type Dialect,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type TableMetadata,
} from "kysely";
import type { Pool } from "pg";
import { PostgresDriver } from "./postgresDriver.ts";

/** Times are in milliseconds. */
export interface PostgresOptions {
  /** The maximum number of connections of this process. */
  poolSize: number;
  /** The time limit of a statement; 0 means that neither statements nor idle transactions have one. */
  statementTimeout: number;
  /** Called once the pool is open, with a function that counts its connections. */
  watchPool?: (counts: () => PoolCounts) => void;
}

export interface PoolCounts {
  total: number;
  idle: number;
  /** Callers that wait for a connection. */
  waiting: number;
}

/** Also limits how long a request waits for a connection if all are in use. */
const CONNECTION_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 30_000;
/**
 * PostgreSQL ends a slow statement itself. If no response arrives within this additional time, the
 * connection is lost.
 */
const RESPONSE_MARGIN_MS = 2_000;

/** The id of the type `bigint`. */
const BIGINT = 20;

async function openPool(
  url: string,
  { poolSize, statementTimeout, watchPool }: PostgresOptions,
): Promise<Pool> {
  // Loaded here, because a server on SQLite does not need it.
  const { Pool, types } = await import("pg");
  const pool = new Pool({
    connectionString: url,
    application_name: "taskdeck",
    max: poolSize,
    keepAlive: true,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    // Counts and numbers of changes are numbers, as on SQLite. By default they would be text.
    types: {
      getTypeParser: ((type: number, format?: "text") =>
        type === BIGINT ? Number : types.getTypeParser(type, format)) as typeof types.getTypeParser,
    },
    ...(statementTimeout > 0 && {
      query_timeout: statementTimeout + RESPONSE_MARGIN_MS,
      // PgBouncer refuses these as start-up parameters.
      // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits it; its types lack that
      onConnect: async (client) => {
        await client.query(
          `set statement_timeout = ${statementTimeout}; set idle_in_transaction_session_timeout = ${IDLE_TIMEOUT_MS}`,
        );
      },
    }),
  });
  // The pool replaces a lost connection. The statement that used it fails with its own error.
  const ignore = () => undefined;
  pool.on("error", ignore);
  pool.on("connect", (client) => void client.on("error", ignore));
  watchPool?.(() => ({
    total: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  }));
  return pool;
}

/** Sees the tables of the current schema only: other schemas may have tables of the same names. */
class CurrentSchemaIntrospector extends PostgresIntrospector {
  readonly #db: Kysely<unknown>;

  constructor(db: Kysely<unknown>) {
    super(db);
    this.#db = db;
  }

  override async getTables(options?: DatabaseMetadataOptions): Promise<TableMetadata[]> {
    const current = sql<{ schema: string }>`select current_schema() as schema`;
    const schema = (await current.execute(this.#db)).rows[0]?.schema;
    return (await super.getTables(options)).filter((table) => table.schema === schema);
  }
}

/** Connects at the first query. */
export function postgresDialect(url: string, options: PostgresOptions): Dialect {
  return {
    createDriver: () => new PostgresDriver(() => openPool(url, options)),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new CurrentSchemaIntrospector(db),
    createAdapter: () => new PostgresAdapter(),
  };
}
