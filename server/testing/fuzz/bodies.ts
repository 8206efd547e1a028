import fc, { type Arbitrary } from "fast-check";
import type { Schema } from "#contract/shapes/shape.ts";
import { day, existing, oddText, oddValue, PASSWORD, textOfLength } from "./values.ts";

type Fields = Record<string, unknown>;

const word = fc.constantFrom("Write the report", "Ada", "größer 😀", "100 %_\\", "Überprüfung");

/** Realistic values for fields whose name says more than their schema. */
const BY_NAME: Readonly<Record<string, Arbitrary<unknown>>> = {
  assignee_id: fc.option(existing("user")),
  team_id: fc.option(existing("team"), { freq: 1 }),
  userId: existing("user"),
  assignee: existing("user"),
  team: existing("team"),
  label: existing("label"),
  into: existing("label"),
  view: existing("view"),
  query: fc.constantFrom("priority=High&team=t", "search=a b&sort=-due", "due=week&group=due"),
  email: fc.oneof(
    existing("email"),
    fc.nat(99).map((n) => `Person.${n}@example.com`),
    textOfLength([1, 100, 241]).map((text) => `x${text}@example.com`),
  ),
  refreshToken: existing("refreshToken"),
  token: existing("token"),
  list: fc.constantFrom("eve@example.com", "Eve <eve@example.org>, admin\nnobody, x, y"),
  teams: fc.oneof(fc.constant(""), existing("team")),
  password: fc.constantFrom(PASSWORD, "another password"),
  currentPassword: fc.constant(PASSWORD),
  newPassword: fc.constant("another password"),
};

/** A value that matches a field's schema, often at a limit. */
function validValue(name: string, schema: Schema): Arbitrary<unknown> {
  const named = BY_NAME[name];
  if (named) return named;
  if (Array.isArray(schema["enum"])) return fc.constantFrom(...(schema["enum"] as unknown[]));
  if (Array.isArray(schema["examples"])) {
    return fc.constantFrom(...(schema["examples"] as unknown[]));
  }
  const types = new Set([schema["type"]].flat());
  if (types.has("boolean")) return fc.boolean();
  const limits = ["minimum", "maximum", "minLength", "maxLength"]
    .map((limit) => schema[limit])
    .filter((limit) => typeof limit === "number");
  const small = fc.integer({ min: 1, max: 4 });
  if (types.has("integer") || types.has("number")) {
    return limits.length > 0 ? fc.oneof(small, fc.constantFrom(...limits)) : small;
  }
  if (types.has("array")) return fc.array(existing("label"), { maxLength: 3 });
  if (types.has("object")) return validFields(schema);
  if (schema["format"] === "date") return day;
  if (limits.length === 0) return word;
  return fc.oneof({ weight: 3, arbitrary: word }, { weight: 1, arbitrary: textOfLength(limits) });
}

/** An object that matches a schema. */
function validFields(schema: Schema): Arbitrary<Fields> {
  const properties = Object.entries(schema["properties"] as Record<string, Schema>);
  return fc.record(
    Object.fromEntries(properties.map(([name, field]) => [name, validValue(name, field)])),
    { requiredKeys: (schema["required"] as string[] | undefined) ?? [], noNullPrototype: true },
  );
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/** A change that usually makes an object invalid. */
type Mutation = (fields: Fields) => unknown;

/** Adds an own property, even `__proto__`, which an assignment would not. */
function withField(fields: Fields, name: string, value: unknown): Fields {
  const own = { configurable: true, enumerable: true, writable: true, value };
  return Object.defineProperty({ ...fields }, name, own);
}

function withoutField(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name));
}

/** Mutations of an object with these fields. `others` are names of unknown fields. */
function mutation(names: string[], others: string[]): Arbitrary<Mutation> {
  const known = names.length > 0 ? fc.constantFrom(...names) : fc.constant("id");
  const unknown = fc.constantFrom(...others);
  const limits = [3, 8, 64, 100, 128, 200, 254, 1_000, 5_000, 10_000];
  const change = <T>(values: Arbitrary<T>, make: (fields: Fields, value: T) => unknown) =>
    values.map(
      (value): Mutation =>
        (fields) =>
          make(fields, value),
    );
  const set = (fields: Fields, [name, value]: [string, unknown]) => withField(fields, name, value);
  return fc.oneof(
    change(known, withoutField),
    change(fc.tuple(known, oddValue), set),
    change(fc.tuple(known, textOfLength(limits)), set),
    change(fc.tuple(known, oddText), (fields, [name, text]) =>
      withField(fields, name, `${textOf(fields[name])}${text}`),
    ),
    change(known, (fields, name) => withField(fields, name, [fields[name]])),
    change(fc.tuple(unknown, oddValue), set),
    fc.constantFrom<Mutation>(
      (fields) => [fields],
      (fields) => ({ body: fields }),
      (fields) => JSON.stringify(fields),
    ),
    change(oddValue, (_fields, value) => value),
  );
}

/** Objects of a schema, half of them with up to three mutations. */
export function nearlyValid(schema: Schema, others: string[]): Arbitrary<unknown> {
  const names = Object.keys(schema["properties"] as object);
  const valid = validFields(schema);
  const mutated = fc
    .tuple(valid, fc.array(mutation(names, others), { minLength: 1, maxLength: 3 }))
    .map(([fields, mutations]) => {
      const isObject = (value: unknown): value is Fields =>
        typeof value === "object" && value !== null && !Array.isArray(value);
      return mutations.reduce<unknown>(
        (value, mutate) => (isObject(value) ? mutate(value) : value),
        fields,
      );
    });
  return fc.oneof({ weight: 1, arbitrary: valid }, { weight: 1, arbitrary: mutated });
}
