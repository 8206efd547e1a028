import type { AnyObjectSchema } from "yup";
import type { Cut } from "#contract/bounds.ts";
import type { Schema } from "./schema.ts";

/** Who may call a route: anyone, anyone signed in, or admins. */
export type Access = "public" | "user" | "admin";

/** What a route under /api declares: who may call it, and its part of the API's description. */
export interface ApiDescription {
  access: Access;
  tag: string;
  summary: string;
  /** The contract's rule for the body. The handler checks it; Fastify doesn't. */
  body?: AnyObjectSchema;
  query?: AnyObjectSchema;
  /** Headers that the caller may send, with what they are for. */
  headers?: Readonly<Record<string, string>>;
  /** The status of success; without it 200, or 204 where there is no body. */
  status?: 201;
  /** The body of success. It only describes: Fastify's serializers would cost every response. */
  response?: Schema;
  /** What the body is, if not JSON. */
  mediaType?: "text/event-stream";
  /** Whether the response names the task's version in `ETag`. */
  etag?: true;
  /** What the response may leave out to stay within its limits. */
  cuts?: readonly Cut[];
  /** Failures of this route's own, with when they come; the general ones are added. */
  failures?: Readonly<Partial<Record<401 | 403 | 409 | 412 | 422 | 429, string>>>;
}

/** A route under /api, as it was declared. */
export interface ApiRoute extends ApiDescription {
  method: string;
  url: string;
}

declare module "fastify" {
  interface FastifyContextConfig {
    api?: ApiDescription;
  }
}

/** The options of a route under /api. */
export const api = (description: ApiDescription) => ({ config: { api: description } });

/** The status of success. */
export const successOf = ({ status, response }: ApiDescription): number =>
  status ?? (response ? 200 : 204);
