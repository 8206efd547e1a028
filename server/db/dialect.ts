import { PostgresAdapter, type QueryExecutorProvider, sql } from "kysely";

/** Whether this is PostgreSQL. Needed where the two databases need different SQL. */
export const onPostgres = (db: QueryExecutorProvider): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

/** A list for `in`, as one parameter: the query text does not depend on the number of values. */
export function valuesIn<T extends string | number>(
  db: QueryExecutorProvider,
  values: readonly T[],
) {
  return onPostgres(db)
    ? sql<T>`(select unnest(${values}::text[]))`
    : sql<T>`(select value from json_each(${JSON.stringify(values)}))`;
}
