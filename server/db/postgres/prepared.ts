import { createHash } from "node:crypto";
import {
  type Compilable,
  type CompiledQuery,
  type Expression,
  type Kysely,
  type RootOperationNode,
  sql,
} from "kysely";
import { onPostgres } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";

/** A parameter whose value is given when the query runs. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Returns a placeholder for the value `name`. */
export type Param<Values> = <Name extends keyof Values & string>(
  name: Name,
) => Expression<Values[Name]>;

const names = new WeakMap<RootOperationNode, string>();

/**
 * The name of a query that was passed to {@link named}; undefined for other queries. PostgreSQL
 * plans a named query once for each connection.
 */
export const nameOf = ({ query }: CompiledQuery): string | undefined => names.get(query);

/** Names a compiled query by the hash of its text, and returns it. */
export function named<Query extends CompiledQuery>(query: Query): Query {
  names.set(query.query, createHash("sha256").update(query.sql).digest("base64url"));
  return query;
}

/**
 * Returns a function that runs a query with the given values on a database or in a transaction. The
 * query is built and compiled once for each kind of database. For frequent queries, whose compilation
 * takes longer than their run.
 */
export function prepared<Values extends object, Row>(
  build: (db: Kysely<Database>, param: Param<Values>) => Compilable<Row>,
): (db: Kysely<Database>, values: Values) => Promise<Row[]> {
  const queries = new Map<boolean, CompiledQuery>();
  const compile = (db: Kysely<Database>) =>
    named(build(db, (name) => sql`${new Placeholder(name)}`).compile());
  const isParam = (value: unknown): value is { name: keyof Values } => value instanceof Placeholder;
  return async (db, values) => {
    const query = queries.get(onPostgres(db)) ?? compile(db);
    queries.set(onPostgres(db), query);
    const parameters = query.parameters.map((value) =>
      isParam(value) ? values[value.name] : value,
    );
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}
