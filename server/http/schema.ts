import { ID_MAX, type NamedRecord } from "#contract/id.ts";
import type { Pagination } from "#contract/task.ts";

/** A part of a JSON Schema or of the OpenAPI document. */
export interface Schema {
  [keyword: string]: unknown;
}

/** The components of the OpenAPI document. */
export const NAMED: Record<string, Schema> = {};

/** Adds a component, and returns a reference to it. */
export function named(name: string, schema: Schema): Schema {
  if (NAMED[name]) throw new Error(`Two schemas are named ${name}`);
  NAMED[name] = schema;
  return { $ref: `#/components/schemas/${name}` };
}

/** The schema of a type of the contract. TypeScript requires exactly the type's fields. */
export function shape<T extends object>(
  properties: { [Name in keyof Required<T>]: Schema },
  optional: readonly (keyof T & string)[] = [],
): Schema {
  const required = Object.keys(properties).filter((name) => !optional.some((one) => one === name));
  return { type: "object", properties, required };
}

export const listOf = (items: Schema): Schema => ({ type: "array", items });
export const nullable = (schema: Schema): Schema => ({
  ...schema,
  type: [schema["type"], "null"],
});
export const text: Schema = { type: "string" };
export const flag: Schema = { type: "boolean" };
export const enumOf = (words: readonly string[]): Schema => ({ type: "string", enum: words });
/** JSON Schema needs null among the values of an enum, too. */
export const enumOrNull = (words: readonly string[]): Schema => ({
  type: ["string", "null"],
  enum: [...words, null],
});
export const id: Schema = { type: "string", maxLength: ID_MAX };
export const count: Schema = { type: "integer", minimum: 0 };
export const instant: Schema = { type: "string", format: "date-time" };
export const day: Schema = { type: "string", format: "date" };
export const namedRecord = shape<NamedRecord>({ id, name: text });

const atLeast: Schema = {
  type: "boolean",
  const: true,
  description:
    "More tasks match than `total`: more than 10,000, or more than the server had time to count.",
};

export const PAGINATION = named(
  "Pagination",
  shape<Pagination>({ page: count, limit: count, total: count, totalPages: count, atLeast }, [
    "atLeast",
  ]),
);
