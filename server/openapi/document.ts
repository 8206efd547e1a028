import { CUT_HEADER, type Cut } from "#contract/bounds.ts";
import { POSITION_HEADER } from "#contract/events.ts";
import type { ApiRoute } from "#server/http/access.ts";
import { CONFLICT, type Operation, OPERATIONS } from "./operations.ts";
import { bodySchema, queryParameters } from "./rules.ts";
import { ref, type Schema, SCHEMAS } from "./schemas.ts";

const json = (schema: Schema): Schema => ({ content: { "application/json": { schema } } });
const text: Schema = { type: "string" };
const ETAG: Schema = { description: "The task's version, a strong entity tag.", schema: text };
const POSITION: Schema = { description: "The last event before this answer.", schema: text };
const REQUEST_ID: Schema = { description: "How the server's log names this call.", schema: text };

const truncated = (cuts: readonly Cut[]): Schema => ({
  description: "What is left out to keep the response within its limit in bytes, comma-separated.",
  required: false,
  schema: { type: "string", examples: [cuts.join(", ")] },
});

/** What a failure means when a call has nothing of its own to say. */
const MEANINGS = {
  400: "The address, the query or the body is refused.",
  401: "Not signed in, or not any more.",
  403: "Only admins may do this.",
  404: "There is no such thing.",
  413: "The body is larger than 64 KiB.",
  415: "The body is not JSON.",
  421: "The Host header names another server.",
  422: "The Idempotency-Key was used before, for a request with another body.",
  429: "Too many requests of this user are under way.",
  500: "The server's fault.",
  503: "The server can't reach its data for the moment.",
  507: "Nothing can be saved: the server's disk is full or can't be written.",
} as const;

type Meant = keyof typeof MEANINGS;
type Failures = NonNullable<Operation["failures"]>;
type Status = Meant | keyof Failures;

/** Address of a pattern as OpenAPI writes it. */
export const pathOf = (url: string): string => url.replaceAll(/:(\w+)/g, "{$1}");

function parametersOf(url: string, { query, headers = {} }: Operation): Schema[] {
  const path = Array.from(url.matchAll(/:(\w+)/g), ([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: text,
  }));
  const sent = Object.entries(headers).map(([name, description]) => ({
    name,
    in: "header",
    required: false,
    description,
    schema: text,
  }));
  return [...path, ...(query ? queryParameters(query) : []), ...sent];
}

function failure(status: Status, meaning: string): Schema {
  const refused = { anyOf: [ref("Error"), ref("FieldErrors")] };
  const schema = status === 412 ? CONFLICT : status === 400 ? refused : ref("Error");
  const headers = {
    ...(status === 412 && { etag: ETAG }),
    ...((status === 429 || status === 503) && {
      "retry-after": { description: "Seconds.", schema: { type: "integer" } },
    }),
  };
  return {
    description: meaning,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...json(schema),
  };
}

/** One that many calls share. */
const shared = (status: Meant): Schema => ({ $ref: `#/components/responses/${status}` });

function failuresOf(
  { method, url, access }: ApiRoute,
  operation: Operation,
): Record<string, Schema> {
  const parameters = url.includes(":");
  // A body is read wherever one may be sent, and refused when it can't be.
  const body = method !== "GET";
  const usual: Meant[] = [
    ...(body || operation.query || parameters ? ([400] as const) : []),
    ...(access === "public" ? [] : ([401] as const)),
    // A stream isn't counted: the oldest one ends instead.
    ...(access === "public" || operation.media ? [] : ([429] as const)),
    ...(access === "admin" ? ([403] as const) : []),
    ...(parameters ? ([404] as const) : []),
    ...(body ? ([413, 415] as const) : []),
    421,
    ...(body && access !== "public" ? ([422] as const) : []),
    500,
    503,
    ...(body ? ([507] as const) : []),
  ];
  const own = Object.entries(operation.failures ?? {}).map(([name, meaning]) => {
    const status = Number(name) as keyof Failures;
    return [status, failure(status, meaning)] as const;
  });
  return Object.fromEntries([...usual.map((status) => [status, shared(status)] as const), ...own]);
}

function successOf({ method, access }: ApiRoute, operation: Operation): Schema {
  const { answer, media = "application/json", etag, cuts } = operation;
  const headers = {
    "x-request-id": REQUEST_ID,
    ...(etag && { etag: ETAG }),
    ...(cuts && { [CUT_HEADER]: truncated(cuts) }),
    ...(method === "GET" && access !== "public" && { [POSITION_HEADER]: POSITION }),
  };
  return {
    description: answer ? "Done." : "Done; there is nothing to say.",
    headers,
    ...(answer && { content: { [media]: { schema: answer } } }),
  };
}

function operationOf(route: ApiRoute): Schema {
  const operation = OPERATIONS[`${route.method} ${route.url}`];
  if (!operation) {
    throw new Error(`server/openapi/operations.ts doesn't describe ${route.method} ${route.url}`);
  }
  const parameters = parametersOf(route.url, operation);
  return {
    tags: [operation.tag],
    summary: operation.summary,
    ...(route.access === "public" && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(operation.body && {
      requestBody: { required: true, ...json(bodySchema(operation.body)) },
    }),
    responses: {
      [operation.status]: successOf(route, operation),
      ...failuresOf(route, operation),
    },
  };
}

/** The OpenAPI 3.1 document of these routes. Throws for one that nobody has described. */
export function apiDocument(routes: readonly ApiRoute[]): Schema {
  const paths: Record<string, Schema> = {};
  for (const route of routes) {
    // Fastify answers HEAD wherever it answers GET.
    if (route.method === "HEAD") continue;
    const path = (paths[pathOf(route.url)] ??= {});
    path[route.method.toLowerCase()] = operationOf(route);
  }
  const tags = new Set(Object.values(OPERATIONS).map(({ tag }) => tag));
  return {
    openapi: "3.1.1",
    info: {
      title: "Taskdeck",
      version: "1",
      description:
        "Texts are trimmed before their length counts, empty text in an optional field counts as " +
        "none, and unknown fields are ignored. No response has more than 8 MiB and some KiB; one that " +
        `leaves something out says so in ${CUT_HEADER}.`,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    security: [{ accessToken: [] }],
    tags: listed(tags),
    paths,
    components: {
      schemas: SCHEMAS,
      responses: Object.fromEntries(
        Object.entries(MEANINGS).map(([name, meaning]) => {
          return [name, failure(Number(name) as Meant, meaning)];
        }),
      ),
      securitySchemes: {
        accessToken: {
          type: "http",
          scheme: "bearer",
          description: "The access token of a sign-in, registration or refresh.",
        },
      },
    },
  };
}

const listed = (names: Iterable<string>): Schema[] => Array.from(names, (name) => ({ name }));
