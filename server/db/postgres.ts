import {
  ColumnDefinitionNode,
  type DataTypeNode,
  type Dialect,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import type { Pool } from "pg";
import { PostgresDriver } from "./postgresDriver.ts";

/** How to use a PostgreSQL server; times in milliseconds. */
export interface PostgresOptions {
  /** Connections that this process keeps at most. */
  poolSize: number;
  /** How long a statement may take; 0 for as long as it needs, and a transaction may rest, too. */
  statementTimeout: number;
  /** Is given, once the pool is open, a way to ask how it is used. */
  watchPool?: (counts: () => PoolCounts) => void;
}

/** Connections of a pool: all, those that nobody uses, and the callers that wait for one. */
export interface PoolCounts {
  total: number;
  idle: number;
  waiting: number;
}

/** Also how long a request waits for a connection when all are in use. */
const CONNECTION_TIMEOUT = 5_000;
const IDLE_TIMEOUT = 30_000;
/** How much longer than the server's own limit an answer is waited for: then the server is lost. */
const ANSWER_MARGIN = 2_000;

async function openPool(
  url: string,
  { poolSize, statementTimeout, watchPool }: PostgresOptions,
): Promise<Pool> {
  // Loaded here: a server on SQLite has no need of it.
  const { Pool } = await import("pg");
  const pool = new Pool({
    connectionString: url,
    application_name: "taskdeck",
    max: poolSize,
    keepAlive: true,
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
    idleTimeoutMillis: IDLE_TIMEOUT,
    ...(statementTimeout > 0 && {
      query_timeout: statementTimeout + ANSWER_MARGIN,
      // Not as start-up parameters, which PgBouncer refuses.
      // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits it, its types don't say so
      onConnect: async (client) => {
        await client.query(
          `set statement_timeout = ${statementTimeout}; set idle_in_transaction_session_timeout = ${IDLE_TIMEOUT}`,
        );
      },
    }),
  });
  // The pool replaces a connection that is lost; the statement that needed it fails by itself.
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

/** Compares text by its bytes in every column, so that PostgreSQL orders it as SQLite does. */
class BytewiseCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node);
    const { parentNode } = this;
    if (node.dataType === "text" && parentNode && ColumnDefinitionNode.is(parentNode)) {
      this.append(' collate "C"');
    }
  }
}

/** A PostgreSQL database by its URL. It is reached when it is first used. */
export function postgresDialect(url: string, options: PostgresOptions): Dialect {
  return {
    createDriver: () => new PostgresDriver(() => openPool(url, options)),
    createQueryCompiler: () => new BytewiseCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createAdapter: () => new PostgresAdapter(),
  };
}
