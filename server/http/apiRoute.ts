import { type AnyObjectSchema, type InferType, object, type StringSchema, string } from "yup";
import type { Cut } from "#contract/bounds.ts";
import type { Schema } from "#contract/shapes/shape.ts";

/** Who may call a route: everyone, signed-in users, or admins. */
export type Access = "public" | "user" | "admin";

/**
 * The tags of the API description, and which calls API tokens may send: `all`, to `read`, or `none`.
 * What decides who can sign in, who is an admin, and where secrets and data go needs a session: else a
 * stolen token would give access that outlives it.
 */
const TAGS = {
  Session: "none",
  "OpenID Connect": "read",
  Users: "read",
  "Bulk actions on users": "read",
  Profile: "read",
  "API tokens": "none",
  Links: "read",
  Calendar: "read",
  Setup: "read",
  Webhooks: "none",
  Tasks: "all",
  "Bulk actions on tasks": "all",
  Board: "all",
  Dashboard: "all",
  Labels: "all",
  Views: "all",
  Files: "all",
  Teams: "all",
  Imports: "all",
  Inbox: "all",
  Activity: "all",
  Events: "all",
  Export: "all",
  Audit: "all",
  About: "all",
} as const satisfies Readonly<Record<string, "all" | "read" | "none">>;

/** The access and the OpenAPI description of a route under /api. */
interface ApiDescription {
  access: Access;
  tag: keyof typeof TAGS;
  /** The name of the call in generated clients, such as "createTask". */
  operationId: string;
  summary: string;
  /** The contract's rule for the body, which Fastify applies before the handler (`validation.ts`). */
  body?: AnyObjectSchema;
  /**
   * The rule of a body that depends on what only the handler knows, such as the saved task. It is only
   * documented here: the body has no type until the handler has validated it.
   */
  dependentBody?: AnyObjectSchema;
  query?: AnyObjectSchema;
  /** The rule of the path's parameters. */
  params?: AnyObjectSchema;
  /** Optional request headers and their descriptions. */
  headers?: Readonly<Record<string, string>>;
  /** The largest body in bytes, if it is not `BODY_LIMIT`. */
  bodyLimit?: number;
  /** The status of success. Default: 200, or 204 without a response body. 302: for navigations. */
  status?: 201 | 302;
  /** The response body of success. Fastify doesn't serialize by it, which would be slow. */
  response?: Schema;
  /** The media type of the response. Default: JSON. */
  mediaType?: "text/event-stream" | "text/csv" | "text/calendar" | "*/*";
  /** Whether the body is a file. */
  upload?: true;
  /** Whether the response has the task's version in `ETag`. */
  etag?: true;
  /** The parts that the response may leave out to stay within its limits. */
  cuts?: readonly Cut[];
  /** Failures specific to this route; `openapi/failures.ts` adds the general ones. */
  failures?: Readonly<
    Partial<Record<401 | 403 | 404 | 409 | 412 | 413 | 415 | 422 | 429 | 507, string>>
  >;
}

export interface ApiRoute extends ApiDescription {
  method: string;
  url: string;
}

declare module "fastify" {
  interface FastifyContextConfig {
    api?: ApiDescription;
  }
  interface FastifyTypeProviderDefault {
    /** The type of body, query and parameters after their rule; unknown without one. */
    readonly validator: this["schema"] extends AnyObjectSchema
      ? InferType<this["schema"]>
      : unknown;
  }
}

/** No id contains U+0000, and PostgreSQL rejects it in queries. */
const pathText = string()
  .defined()
  .test("no-null", "Not found", (text) => !text.includes("\0"));

/** The rule of a path that has these parameters. */
export const pathRule = <Name extends string>(...names: Name[]) =>
  object(
    Object.fromEntries(names.map((name) => [name, pathText])) as Record<Name, StringSchema<string>>,
  );

/** The rule of a path with `:id`. */
export const BY_ID = pathRule("id");

type Rule = AnyObjectSchema | undefined;

/** The options of a route under /api. Fastify applies the rules of body, query and path. */
export const api = <
  Body extends Rule = undefined,
  Query extends Rule = undefined,
  Path extends Rule = undefined,
>(
  description: ApiDescription & { body?: Body; query?: Query; params?: Path },
) => {
  const { body, query, params, bodyLimit } = description;
  return {
    config: { api: description as ApiDescription },
    schema: {
      ...(body && { body }),
      ...(query && { querystring: query }),
      ...(params && { params }),
    } as { body: Body; querystring: Query; params: Path },
    ...(bodyLimit && { bodyLimit }),
  };
};

export const successOf = ({ status, response }: ApiDescription): number =>
  status ?? (response ? 200 : 204);

/** Whether a route refuses API tokens. */
export function isSessionOnly({ tag, method }: Pick<ApiRoute, "tag" | "method">): boolean {
  const tokensMay = TAGS[tag];
  const isRead = method === "GET" || method === "HEAD";
  return tokensMay === "none" || (tokensMay === "read" && !isRead);
}
