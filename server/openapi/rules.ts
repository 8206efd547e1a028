import type { AnyObjectSchema, SchemaDescription, SchemaObjectDescription } from "yup";
import type { Schema } from "#server/http/schema.ts";

/** What JSON Schema calls the tests of a rule. Others, such as "not in the past", it can't say. */
function tested({ type, tests }: SchemaDescription): Schema {
  const said: Schema = {};
  const text = type === "string";
  for (const { name, params } of tests) {
    if (name === "min" && params) said[text ? "minLength" : "minimum"] = params["min"];
    if (name === "max" && params) said["maximum"] = params["max"];
    if (name === "integer") said["type"] = "integer";
    if (name === "calendar-day") said["format"] = "date";
    if (name === "matches" && params?.["regex"] instanceof RegExp) {
      said["pattern"] = params["regex"].source;
    }
  }
  return said;
}

function fieldSchema(field: SchemaDescription): Schema {
  const choices = field.oneOf.filter((choice) => typeof choice === "string");
  const required = field.type === "string" && isRequired(field);
  const schema: Schema = {
    type: field.type,
    ...(required && { minLength: 1 }),
    ...tested(field),
    ...(choices.length > 0 ? { enum: choices } : field.meta),
  };
  if (field.default !== undefined) schema["default"] = field.default;
  if (field.nullable) schema["type"] = [schema["type"], "null"];
  return schema;
}

const isRequired = (field: SchemaDescription) => !field.optional && field.default === undefined;

function fieldsOf(rule: AnyObjectSchema): [string, SchemaDescription][] {
  const { fields }: SchemaObjectDescription = rule.describe();
  return Object.entries(fields).filter(
    (entry): entry is [string, SchemaDescription] => "tests" in entry[1],
  );
}

/** What a rule of the contract lets through, a body or a query, as JSON Schema. */
export function objectSchema(rule: AnyObjectSchema): Schema {
  const fields = fieldsOf(rule);
  const required = fields.filter(([, field]) => isRequired(field)).map(([name]) => name);
  return {
    type: "object",
    properties: Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(field)])),
    ...(required.length > 0 ? { required } : { minProperties: 1 }),
  };
}
