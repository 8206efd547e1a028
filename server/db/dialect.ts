import { PostgresAdapter, type QueryExecutorProvider, sql } from "kysely";

/** Whether this is PostgreSQL, for what the two databases do in ways of their own. */
export const onPostgres = (db: QueryExecutorProvider): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

/** Many texts as one value, so that a query's text doesn't depend on how many there are. */
export function textsIn(db: QueryExecutorProvider, texts: readonly string[]) {
  return onPostgres(db)
    ? sql<string>`(select unnest(${texts}::text[]))`
    : sql<string>`(select value from json_each(${JSON.stringify(texts)}))`;
}
