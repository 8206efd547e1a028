import { createHash } from "node:crypto";
import {
  type Compilable,
  type CompiledQuery,
  type Expression,
  type Kysely,
  type RootOperationNode,
  sql,
} from "kysely";
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
 * Builds and compiles a query once, and returns a function that runs it with the given values. For
 * frequent queries, whose compilation takes longer than their run. `on` may be a transaction.
 */
export function prepared<Values extends object, Row>(
  db: Kysely<Database>,
  build: (param: Param<Values>) => Compilable<Row>,
): (values: Values, on?: Kysely<Database>) => Promise<Row[]> {
  const query = named(build((name) => sql`${new Placeholder(name)}`).compile());
  const isParam = (value: unknown): value is { name: keyof Values } => value instanceof Placeholder;
  return async (values, on = db) => {
    const parameters = query.parameters.map((value) =>
      isParam(value) ? values[value.name] : value,
    );
    const { rows } = await on.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}
