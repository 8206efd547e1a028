import { PostgresAdapter, type QueryExecutorProvider, sql } from "kysely";

/** Whether this is PostgreSQL. Needed where the two databases need different SQL. */
export const onPostgres = (db: QueryExecutorProvider): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

/** A list for `in`, as one parameter: the query text does not depend on the number of values. */
export function valuesIn<T extends string>(db: QueryExecutorProvider, values: readonly T[]) {
  return onPostgres(db) ? sql<T>`(select unnest(${values}::text[]))` : jsonValues(values);
}

/** Such a list on SQLite, which has rows of numbers. */
export const jsonValues = <T extends string | number>(values: readonly T[]) =>
  sql<T>`(select value from json_each(${JSON.stringify(values)}))`;

/** A table of values with their positions, from 1, as one parameter. */
export const valuesInOrder = (db: QueryExecutorProvider, values: readonly string[]) =>
  (onPostgres(db)
    ? sql<{ value: string; position: number }>`(
        select value, position from unnest(${values}::text[]) with ordinality as list (value, position)
      )`
    : sql<{ value: string; position: number }>`(
        select value, key + 1 as position from json_each(${JSON.stringify(values)})
      )`
  ).as<"list">(sql.ref("list"));
