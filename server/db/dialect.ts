import { PostgresAdapter, type QueryExecutorProvider, sql } from "kysely";

/** Whether this is PostgreSQL, for what the two databases do in ways of their own. */
export const onPostgres = (db: QueryExecutorProvider): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

/** Many values as one, so that a query's text doesn't depend on how many there are. */
export function valuesIn<T extends string | number>(
  db: QueryExecutorProvider,
  values: readonly T[],
) {
  return onPostgres(db)
    ? sql<T>`(select unnest(${values}::text[]))`
    : sql<T>`(select value from json_each(${JSON.stringify(values)}))`;
}
