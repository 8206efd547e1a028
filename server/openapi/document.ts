import type { FastifyDynamicSwaggerOptions } from "@fastify/swagger";
import Fastify from "fastify";
import { CUT_HEADER, type Cut } from "#contract/bounds.ts";
import { EVENT_ID_HEADER } from "#contract/events.ts";
import { NAMED, type Schema, text } from "#contract/shapes/shape.ts";
import { type ApiRoute, isSessionOnly, successOf } from "#server/http/apiRoute.ts";
import { ETAG, failuresOf, sharedFailures } from "./failures.ts";
import { objectSchema } from "./rules.ts";

const LAST_EVENT_ID: Schema = {
  description: "The id of the last event before this response.",
  schema: text,
};
const REQUEST_ID: Schema = { description: "The request's id in the server's log.", schema: text };

/** A file of any media type. In OpenAPI 3.1 a schema without a type stands for bytes. */
const FILE: Schema = { required: true, content: { "application/octet-stream": { schema: {} } } };

const truncatedHeader = (cuts: readonly Cut[]): Schema => ({
  description: "What the response leaves out to stay within its size limit, comma-separated.",
  required: false,
  schema: { type: "string", examples: [cuts.join(", ")] },
});

/** The document without its paths. */
const documentBase = (routes: readonly ApiRoute[], basePath: string): Schema => ({
  openapi: "3.1.1",
  info: {
    title: "Taskdeck",
    version: "1",
    description:
      "Texts are trimmed before their length is checked. Empty text in an optional field counts as " +
      "none. Unknown fields are ignored. No response is much larger than 8 MiB; one that " +
      `leaves something out says so in ${CUT_HEADER}.`,
    license: { name: "MIT", identifier: "MIT" },
  },
  servers: [{ url: basePath || "/" }],
  security: [{ accessToken: [] }, { apiToken: [] }],
  tags: Array.from(new Set(routes.map(({ tag }) => tag)), (name) => ({ name })),
  components: {
    schemas: Object.fromEntries(Object.entries(NAMED).sort(([a], [b]) => (a < b ? -1 : 1))),
    responses: sharedFailures(),
    securitySchemes: {
      accessToken: {
        type: "http",
        scheme: "bearer",
        description: "The access token from a sign-in, registration or refresh.",
      },
      apiToken: {
        type: "http",
        scheme: "bearer",
        bearerFormat: "tdk_…",
        description:
          "A personal API token. With the scope read it may GET, with write do everything that a " +
          "member may, and with admin also what its user may as an admin.",
      },
    },
  },
});

/** The request of a route, in the form that @fastify/swagger reads. */
const requestOf = ({
  tag,
  operationId,
  summary,
  body,
  query,
  headers = {},
  ...route
}: ApiRoute) => ({
  tags: [tag],
  operationId,
  summary,
  ...(route.access === "public" && { security: [] }),
  ...(route.access !== "public" &&
    isSessionOnly({ ...route, tag }) && { security: [{ accessToken: [] }] }),
  ...(body && { body: objectSchema(body) }),
  ...(query && { querystring: objectSchema(query) }),
  headers: {
    properties: Object.fromEntries(
      Object.entries(headers).map(([name, description]) => [name, { ...text, description }]),
    ),
  },
});

/** The responses of a route, by status. */
function responsesOf(route: ApiRoute): Schema {
  const { method, access, response, mediaType = "application/json", etag, cuts } = route;
  const headers = {
    "x-request-id": REQUEST_ID,
    ...(etag && { etag: ETAG }),
    ...(cuts && { [CUT_HEADER]: truncatedHeader(cuts) }),
    ...(method === "GET" && access !== "public" && { [EVENT_ID_HEADER]: LAST_EVENT_ID }),
  };
  const success = {
    description: response ? "Success." : "Success, without a body.",
    headers,
    ...(response && { content: { [mediaType]: { schema: response } } }),
  };
  return { [successOf(route)]: success, ...failuresOf(route) };
}

/**
 * The OpenAPI 3.1 document of these routes. A separate Fastify instance assembles it on request:
 * loading @fastify/swagger would slow down every start, and few clients read the document.
 *
 * @param basePath the path that all addresses begin with, as in the configuration
 */
export async function apiDocument(all: readonly ApiRoute[], basePath = ""): Promise<Schema> {
  const { default: swagger, formatParamUrl } = await import("@fastify/swagger");
  // Fastify adds a HEAD route to every GET route.
  const routes = all.filter(({ method }) => method !== "HEAD");
  const assembler = Fastify({ exposeHeadRoutes: false });
  await assembler.register(swagger, {
    openapi: documentBase(routes, basePath) as NonNullable<FastifyDynamicSwaggerOptions["openapi"]>,
    convertConstToEnum: false,
  });
  // This instance gets no requests, so nothing is validated.
  assembler.setValidatorCompiler(() => () => true);
  for (const route of routes) {
    const { method, url } = route;
    assembler.route({ method, url, schema: requestOf(route), handler: () => undefined });
  }
  await assembler.ready();
  const document = assembler.swagger() as Schema;
  // The plugin would copy shared responses into every route instead of referring to them.
  const paths = document["paths"] as Record<string, Record<string, Schema>>;
  for (const route of routes) {
    const operation = paths[formatParamUrl(route.url)]?.[route.method.toLowerCase()];
    if (operation) operation["responses"] = responsesOf(route);
    if (operation && route.upload) operation["requestBody"] = FILE;
  }
  return document;
}
