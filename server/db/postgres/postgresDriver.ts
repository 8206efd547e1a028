import type {
  CompiledQuery,
  DatabaseConnection,
  Driver,
  QueryResult,
  TransactionSettings,
} from "kysely";
import type { Pool, PoolClient, QueryArrayResult } from "pg";
import { retryConflicts } from "#server/db/retry.ts";
import {
  breaksConnection,
  convertPostgresError,
  DatabaseUnavailable,
  errorCode,
  OutcomeUnknown,
  unavailable,
} from "#server/db/unavailable.ts";
import { nameOf } from "./prepared.ts";

/** SQLSTATE of "cached plan must not change result type": a newer server migrated the table. */
const STALE_PLAN = "0A000";

/** SQLSTATE of a statement after a failed one of the same transaction. */
const ABORTED = "25P02";

const WRITE_COMMANDS = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

type Result = Pick<QueryArrayResult, "command" | "rowCount"> & { rows?: unknown[] };

class PostgresConnection implements DatabaseConnection {
  readonly client: PoolClient;
  inTransaction = false;
  /** The first failure of the transaction, after which PostgreSQL refuses all other statements. */
  #failure: unknown;
  /** The pool must close it instead of reusing it. */
  broken = false;

  constructor(client: PoolClient) {
    this.client = client;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows = [] } = await this.#execute(query);
    return {
      rows: rows as R[],
      ...(WRITE_COMMANDS.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }),
    };
  }

  // oxlint-disable-next-line require-yield -- Kysely's interface requires it; nothing here streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Queries are not streamed");
  }

  /** Outside a transaction a statement is its own transaction, so it can be retried alone. */
  async #execute(query: CompiledQuery): Promise<Result> {
    if (this.inTransaction) return await this.#runInTransaction(query);
    const name = nameOf(query);
    try {
      return await retryConflicts(() => this.run(query.sql, query.parameters, name));
    } catch (failure) {
      const stale = name && failure instanceof Error && "code" in failure;
      if (!stale || failure.code !== STALE_PLAN) throw failure;
      return await this.run(query.sql, query.parameters);
    }
  }

  async #runInTransaction(query: CompiledQuery): Promise<Result> {
    try {
      return await this.run(query.sql, query.parameters);
    } catch (failure) {
      if (errorCode(failure) === ABORTED) throw this.#failure ?? failure;
      this.#failure = failure;
      throw failure;
    }
  }

  async run(text: string, values: readonly unknown[] = [], name?: string): Promise<Result> {
    try {
      return await this.client.query({ text, values: [...values], ...(name && { name }) });
    } catch (failure) {
      if (breaksConnection(failure)) this.broken = true;
      throw convertPostgresError(failure);
    }
  }
}

/** A Kysely driver for a `pg` pool. It reconnects after the database server was lost. */
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
    // PostgreSQL rolls back if a statement failed, even if the caller ignored the error.
    const { command } = await connection.run("commit").catch((failure: unknown) => {
      if (!(failure instanceof DatabaseUnavailable)) throw failure;
      throw new OutcomeUnknown(failure.message, { cause: failure });
    });
    if (command === "ROLLBACK") throw new Error("The transaction was rolled back");
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    connection.inTransaction = false;
    // The error that led here matters more. Closing the connection also rolls back.
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
