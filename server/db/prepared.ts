import { createHash } from "node:crypto";
import {
  type Compilable,
  type CompiledQuery,
  type Expression,
  type Kysely,
  type RootOperationNode,
  sql,
} from "kysely";
import type { Database } from "./schema.ts";

/** The place of a value that is known only when the query runs. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Stands for the value called `name` while a query is built. */
export type Param<Values> = <Name extends keyof Values & string>(
  name: Name,
) => Expression<Values[Name]>;

const names = new WeakMap<RootOperationNode, string>();

/**
 * The name of a query that was compiled once, by its text: PostgreSQL plans it once a connection.
 * Undefined for other queries, whose texts vary too much to keep their plans.
 */
export const nameOf = ({ query }: CompiledQuery): string | undefined => names.get(query);

/** Names a compiled query, and returns it. */
export function named<Query extends CompiledQuery>(query: Query): Query {
  names.set(query.query, createHash("sha256").update(query.sql).digest("base64url"));
  return query;
}

/**
 * Builds and compiles a query once, for calls that come with every request: compiling takes longer
 * than running them does. The function that is returned runs it with the values of its parameters.
 */
export function prepared<Values extends object, Row>(
  db: Kysely<Database>,
  build: (param: Param<Values>) => Compilable<Row>,
): (values: Values) => Promise<Row[]> {
  const query = named(build((name) => sql`${new Placeholder(name)}`).compile());
  const isParam = (value: unknown): value is { name: keyof Values } => value instanceof Placeholder;
  return async (values) => {
    const parameters = query.parameters.map((value) =>
      isParam(value) ? values[value.name] : value,
    );
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}
