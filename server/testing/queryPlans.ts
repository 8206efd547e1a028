import { jest } from "@jest/globals";
import { CompiledQuery, type Kysely } from "kysely";
import { onPostgres } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";

/** The plans of the queries that a call runs. */
export async function plansOf(
  db: Kysely<Database>,
  call: () => Promise<unknown>,
): Promise<string[]> {
  // Spies on the class, because a transaction has its own executor.
  const executor = Object.getPrototypeOf(db.getExecutor()) as ReturnType<typeof db.getExecutor>;
  const spy = jest.spyOn(executor, "executeQuery");
  await call();
  const queries = spy.mock.calls.map(([query]) => query);
  spy.mockRestore();
  const how = onPostgres(db) ? "explain " : "explain query plan ";
  return await transaction(db, async (trx) => {
    // With few rows PostgreSQL would scan a table even if there is an index.
    if (onPostgres(db)) {
      await trx.executeQuery(CompiledQuery.raw("set local enable_seqscan = off"));
      await trx.executeQuery(CompiledQuery.raw("set local enable_sort = off"));
    }
    const plans: string[] = [];
    for (const { sql, parameters } of queries.filter(({ sql }) => /^\s*(select|with)/.test(sql))) {
      const { rows } = await trx.executeQuery<object>(
        CompiledQuery.raw(how + sql, [...parameters]),
      );
      for (const row of rows) {
        const line = Object.values(row).at(-1);
        if (typeof line === "string") plans.push(line);
      }
    }
    return plans;
  });
}
