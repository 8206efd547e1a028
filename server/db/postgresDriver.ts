import type {
  CompiledQuery,
  DatabaseConnection,
  Driver,
  QueryResult,
  TransactionSettings,
} from "kysely";
import type { Pool, PoolClient, QueryArrayResult } from "pg";
import { nameOf } from "./prepared.ts";
import { retried } from "./retry.ts";
import { breaksConnection, unavailable, understood } from "./unavailable.ts";

/** "cached plan must not change result type": a newer server has changed the table meanwhile. */
const PLAN_OUT_OF_DATE = "0A000";

const WRITES = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

type Result = Pick<QueryArrayResult, "command" | "rowCount"> & { rows?: unknown[] };

class PostgresConnection implements DatabaseConnection {
  readonly client: PoolClient;
  inTransaction = false;
  /** Not to be used again, nor given back to the pool. */
  broken = false;

  constructor(client: PoolClient) {
    this.client = client;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows = [] } = await this.#execute(query);
    return {
      rows: rows as R[],
      ...(WRITES.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }),
    };
  }

  // oxlint-disable-next-line require-yield -- Kysely asks for it, and nothing here streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Queries are not streamed");
  }

  /** A statement alone is a transaction of its own, so it can be done again by itself. */
  async #execute(query: CompiledQuery): Promise<Result> {
    if (this.inTransaction) return await this.run(query.sql, query.parameters);
    const name = nameOf(query);
    try {
      return await retried(() => this.run(query.sql, query.parameters, name));
    } catch (failure) {
      const stale = name && failure instanceof Error && "code" in failure;
      if (!stale || failure.code !== PLAN_OUT_OF_DATE) throw failure;
      return await this.run(query.sql, query.parameters);
    }
  }

  async run(text: string, values: readonly unknown[] = [], name?: string): Promise<Result> {
    try {
      return await this.client.query({ text, values: [...values], ...(name && { name }) });
    } catch (failure) {
      if (breaksConnection(failure)) this.broken = true;
      throw understood(failure);
    }
  }
}

/** Kysely's driver for a pool of `pg` that outlives the loss of its server. */
export class PostgresDriver implements Driver {
  readonly #open: () => Promise<Pool>;
  #pool: Pool | undefined;

  constructor(open: () => Promise<Pool>) {
    this.#open = open;
  }

  async init(): Promise<void> {
    this.#pool = await this.#open();
  }

  async acquireConnection(): Promise<PostgresConnection> {
    if (!this.#pool) throw new Error("The database is closed");
    try {
      return new PostgresConnection(await this.#pool.connect());
    } catch (failure) {
      throw unavailable(failure);
    }
  }

  async beginTransaction(
    connection: PostgresConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : "";
    await connection.run(`begin${level}${accessMode ? ` ${accessMode}` : ""}`);
    connection.inTransaction = true;
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    connection.inTransaction = false;
    // A transaction in which a statement failed answers so, even if nobody looked at the failure.
    const { command } = await connection.run("commit");
    if (command === "ROLLBACK") throw new Error("The transaction was rolled back");
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    connection.inTransaction = false;
    // What made it fail says more; the end of the connection undoes the transaction as well.
    await connection.run("rollback").catch(() => {
      connection.broken = true;
    });
  }

  async releaseConnection({ client, broken }: PostgresConnection): Promise<void> {
    client.release(broken);
  }

  async destroy(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    await pool?.end();
  }
}
