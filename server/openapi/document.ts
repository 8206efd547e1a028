import type { FastifyDynamicSwaggerOptions } from "@fastify/swagger";
import Fastify from "fastify";
import { CUT_HEADER, type Cut } from "#contract/bounds.ts";
import { EVENT_ID_HEADER } from "#contract/events.ts";
import { type ApiRoute, successOf } from "#server/http/apiRoute.ts";
import { NAMED, type Schema, text } from "#server/http/schema.ts";
import { ETAG, failuresOf, sharedFailures } from "./failures.ts";
import { objectSchema } from "./rules.ts";

const POSITION: Schema = { description: "The last event before this answer.", schema: text };
const REQUEST_ID: Schema = { description: "How the server's log names this call.", schema: text };

const truncated = (cuts: readonly Cut[]): Schema => ({
  description: "What is left out to keep the response within its limit in bytes, comma-separated.",
  required: false,
  schema: { type: "string", examples: [cuts.join(", ")] },
});

/** The document, but for its paths. */
const about = (routes: readonly ApiRoute[]): Schema => ({
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
  tags: Array.from(new Set(routes.map(({ tag }) => tag)), (name) => ({ name })),
  components: {
    schemas: NAMED,
    responses: sharedFailures(),
    securitySchemes: {
      accessToken: {
        type: "http",
        scheme: "bearer",
        description: "The access token of a sign-in, registration or refresh.",
      },
    },
  },
});

/** What a caller sends, as @fastify/swagger takes it. */
const requestOf = ({ tag, summary, access, body, query, headers = {} }: ApiRoute) => ({
  tags: [tag],
  summary,
  ...(access === "public" && { security: [] }),
  ...(body && { body: objectSchema(body) }),
  ...(query && { querystring: objectSchema(query) }),
  headers: {
    properties: Object.fromEntries(
      Object.entries(headers).map(([name, description]) => [name, { ...text, description }]),
    ),
  },
});

/** What the server responds. */
function responsesOf(route: ApiRoute): Schema {
  const { method, access, response, mediaType = "application/json", etag, cuts } = route;
  const headers = {
    "x-request-id": REQUEST_ID,
    ...(etag && { etag: ETAG }),
    ...(cuts && { [CUT_HEADER]: truncated(cuts) }),
    ...(method === "GET" && access !== "public" && { [EVENT_ID_HEADER]: POSITION }),
  };
  const success = {
    description: response ? "Done." : "Done; there is nothing to say.",
    headers,
    ...(response && { content: { [mediaType]: { schema: response } } }),
  };
  return { [successOf(route)]: success, ...failuresOf(route) };
}

/**
 * The OpenAPI 3.1 document of these routes. It is assembled apart from the server that has them:
 * loading @fastify/swagger would make every start slower, and few clients ask for the document.
 */
export async function apiDocument(all: readonly ApiRoute[]): Promise<Schema> {
  const { default: swagger, formatParamUrl } = await import("@fastify/swagger");
  // Fastify answers HEAD wherever it answers GET.
  const routes = all.filter(({ method }) => method !== "HEAD");
  const assembling = Fastify({ exposeHeadRoutes: false });
  await assembling.register(swagger, {
    openapi: about(routes) as NonNullable<FastifyDynamicSwaggerOptions["openapi"]>,
    convertConstToEnum: false,
  });
  // The plugin reads the schemas; no request is ever validated by them.
  assembling.setValidatorCompiler(() => () => true);
  for (const route of routes) {
    const { method, url } = route;
    assembling.route({ method, url, schema: requestOf(route), handler: () => undefined });
  }
  await assembling.ready();
  const document = assembling.swagger() as Schema;
  // The plugin would write failures that routes share into each of them.
  const paths = document["paths"] as Record<string, Record<string, Schema>>;
  for (const route of routes) {
    const operation = paths[formatParamUrl(route.url)]?.[route.method.toLowerCase()];
    if (operation) operation["responses"] = responsesOf(route);
  }
  return document;
}
