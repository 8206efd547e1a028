import { ID_MAX } from "../id.ts";

/** A part of a JSON Schema or of the OpenAPI document. */
export interface Schema {
  [keyword: string]: unknown;
}

declare const VALUE: unique symbol;
/** Marks a field that may be missing: with `true` also in this server's responses. */
const MAY_LACK = Symbol("may lack");

/** The JSON Schema of the values of a type. Only TypeScript knows the type. */
export interface Shape<T = unknown> extends Schema {
  readonly [VALUE]?: T;
}
/** The shape of a field that may be missing. */
export interface LackableShape<T> extends Shape<T> {
  readonly [MAY_LACK]: boolean;
}

/** The type of a shape's values. */
export type TypeOf<S> = S extends Shape<infer T> ? T : never;

type Lackable = LackableShape<unknown>;
type ObjectOf<Fields> = {
  -readonly [Name in keyof Fields as Fields[Name] extends Lackable ? never : Name]: TypeOf<
    Fields[Name]
  >;
} & {
  -readonly [Name in keyof Fields as Fields[Name] extends Lackable ? Name : never]?: TypeOf<
    Fields[Name]
  >;
};

/**
 * An object with these fields. They are required, unless they are `optional` or `added`. (With Shape
 * instead of Schema, TypeScript would widen the words of an `enumOf` to string.)
 */
export function object<Fields extends Readonly<Record<string, Schema>>>(
  fields: Fields,
): Shape<{ [Name in keyof ObjectOf<Fields>]: ObjectOf<Fields>[Name] }> {
  const required = Object.keys(fields).filter((name) => !isOptional(fields[name]));
  return { type: "object", properties: fields, required };
}

const isOptional = (field: Schema & { [MAY_LACK]?: boolean } = {}) => field[MAY_LACK] === true;

/** A field that may be missing. */
export const optional = <T>(shape: Shape<T>): LackableShape<T> => ({ ...shape, [MAY_LACK]: true });

/** A field that this server always sends. Other servers may not know it, so its type is optional. */
export const added = <T>(shape: Shape<T>): LackableShape<T> => ({ ...shape, [MAY_LACK]: false });

/** The named shapes, which are the components of the OpenAPI document. */
export const NAMED: Record<string, Schema> = {};

/** Names a shape in the OpenAPI document, and returns a reference to it. */
export function named<T>(name: string, shape: Shape<T>): Shape<T> {
  if (NAMED[name]) throw new Error(`Two shapes are named ${name}`);
  NAMED[name] = shape;
  return { $ref: `#/components/schemas/${name}` };
}

export const text: Shape<string> = { type: "string" };
export const flag: Shape<boolean> = { type: "boolean" };
export const onlyTrue: Shape<true> = { type: "boolean", const: true };
export const id: Shape<string> = { type: "string", maxLength: ID_MAX };
export const count: Shape<number> = { type: "integer", minimum: 0 };
export const positive: Shape<number> = { type: "integer", minimum: 1 };
/** An ISO 8601 instant in UTC. */
export const instant: Shape<string> = { type: "string", format: "date-time" };
/** A calendar day, `yyyy-MM-dd`. */
export const day: Shape<string> = { type: "string", format: "date" };

export const enumOf = <const Word extends string>(words: readonly Word[]): Shape<Word> => ({
  type: "string",
  enum: words,
});
export const listOf = <T>(items: Shape<T>): Shape<T[]> => ({ type: "array", items });
export const eitherOf = <A, B>(a: Shape<A>, b: Shape<B>): Shape<A | B> => ({ anyOf: [a, b] });

/** JSON Schema needs null among the values of an enum, too. */
export function nullable<T>(shape: Shape<T>): Shape<T | null> {
  const { type, enum: words } = shape;
  if (!type) return { anyOf: [shape, { type: "null" }] };
  return {
    ...shape,
    type: [type, "null"],
    ...(Array.isArray(words) && { enum: [...(words as unknown[]), null] }),
  };
}
