import type { AnyObjectSchema, SchemaDescription, SchemaObjectDescription } from "yup";
import type { Schema } from "#contract/shapes/shape.ts";

/** The tests of a field that JSON Schema can express; it can't express "not in the past". */
function constraintsOf({ type, tests }: SchemaDescription): Schema {
  const constraints: Schema = {};
  const isText = type === "string";
  for (const { name, params } of tests) {
    if (name === "min" && params) constraints[isText ? "minLength" : "minimum"] = params["min"];
    if (name === "max" && params) constraints["maximum"] = params["max"];
    if (name === "integer") constraints["type"] = "integer";
    if (name === "calendar-day") constraints["format"] = "date";
    if (name === "matches" && params?.["regex"] instanceof RegExp) {
      constraints["pattern"] = params["regex"].source;
    }
  }
  return constraints;
}

function fieldSchema(field: SchemaDescription): Schema {
  const choices = field.oneOf.filter(
    (choice) => typeof choice === "string" || typeof choice === "number",
  );
  // In a nullable field, empty text counts as null.
  const required = field.type === "string" && isRequired(field) && !field.nullable;
  const schema: Schema = {
    type: field.type,
    ...(required && { minLength: 1 }),
    ...constraintsOf(field),
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

/** The JSON Schema of a contract's rule for a body or a query. */
export function objectSchema(rule: AnyObjectSchema): Schema {
  const fields = fieldsOf(rule);
  const required = fields.filter(([, field]) => isRequired(field)).map(([name]) => name);
  return {
    type: "object",
    properties: Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(field)])),
    ...(required.length > 0 ? { required } : { minProperties: 1 }),
  };
}
