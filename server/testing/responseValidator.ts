import { isDeepStrictEqual } from "node:util";
import { formatParamUrl as pathOf } from "@fastify/swagger";
import { Ajv2020, type AnySchemaObject, type ValidateFunction } from "ajv/dist/2020.js";
import type { ApiRoute } from "#server/http/apiRoute.ts";
import { apiDocument } from "#server/openapi/document.ts";
import type { TestResponse } from "./server.ts";

interface Described {
  headers?: Record<string, { required?: boolean }>;
  content?: Record<string, { schema: AnySchemaObject }>;
  $ref?: string;
}

/** The documented response of a route and status. */
interface Expectation {
  headers: string[];
  /** Undefined if the response has no body. */
  content: { media: string; validate: ValidateFunction } | undefined;
}

/** Checks responses and request bodies against the API document. */
export interface ResponseValidator {
  document: AnySchemaObject;
  /** Throws if a response of this route (`GET /api/users/:id`) doesn't match the document. */
  checkResponse(route: string, answer: TestResponse): void;
  /** Throws if an error without a route isn't an `Error` of the document. */
  checkError(answer: TestResponse): void;
  /** Throws if a request body doesn't match the document. */
  checkBody(route: string, body: unknown): void;
}

/** Forbids fields that the document doesn't describe. */
function strict(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strict);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, strict(inner)]);
  const closed = "properties" in value && "type" in value && { additionalProperties: false };
  return { ...Object.fromEntries(entries), ...closed };
}

const pointer = (...names: string[]) =>
  names.map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** Creates a validator for the document of these routes. */
export async function responseValidator(routes: readonly ApiRoute[]): Promise<ResponseValidator> {
  const document = (await apiDocument(routes)) as AnySchemaObject;
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(strict(document) as AnySchemaObject, "api");
  // Request bodies may have further fields.
  ajv.addSchema(document, "sent");
  const expectations = new Map<string, Expectation>();

  function validator(address: string): ValidateFunction {
    const validate = ajv.getSchema(address);
    if (!validate) throw new Error(`${address} is not in the document`);
    return validate;
  }

  function expectationOf(route: string, status: number): Expectation {
    const [method = "", url = ""] = route.split(" ");
    const operation = document["paths"][pathOf(url)]?.[method.toLowerCase()] as
      | { responses: Record<string, Described> }
      | undefined;
    let response = operation?.responses[status];
    let place = pointer("paths", pathOf(url), method.toLowerCase(), "responses", `${status}`);
    if (!response)
      throw new Error(`${route} responded with ${status}, which is not in the document`);
    if (response.$ref) {
      place = response.$ref.slice(1);
      response = document["components"].responses[status] as Described;
    }
    const [media] = Object.keys(response.content ?? {});
    const schema = media && `api#${place}${pointer("content", media, "schema")}`;
    return {
      headers: Object.entries(response.headers ?? {}).flatMap(([name, { required }]) =>
        required === false ? [] : name,
      ),
      content: media && schema ? { media, validate: validator(schema) } : undefined,
    };
  }

  function requireMatch(what: string, value: unknown, validate: ValidateFunction) {
    if (!validate(value)) throw new Error(`${what}: ${ajv.errorsText(validate.errors)}`);
  }

  return {
    document,
    checkResponse(route, { status, body, headers }) {
      const what = `${route} ${status}`;
      const expected = expectations.get(what) ?? expectationOf(route, status);
      expectations.set(what, expected);
      for (const name of expected.headers) {
        if (headers[name] === undefined) throw new Error(`${what}: ${name} is missing`);
      }
      const { content } = expected;
      if (!content) {
        if (!isDeepStrictEqual(body, "")) throw new Error(`${what} should have no body`);
        return;
      }
      const type = String(headers["content-type"]);
      if (content.media !== "*/*" && !type.startsWith(content.media))
        throw new Error(`${what} is ${type}`);
      requireMatch(what, body, content.validate);
    },
    checkError({ status, body }) {
      requireMatch(`no route, ${status}`, body, validator("api#/components/schemas/Error"));
    },
    checkBody(route, body) {
      const [method = "", url = ""] = route.split(" ");
      const operation = pointer("paths", pathOf(url), method.toLowerCase());
      const place = pointer("requestBody", "content", "application/json", "schema");
      requireMatch(route, body, validator(`sent#${operation}${place}`));
    },
  };
}
