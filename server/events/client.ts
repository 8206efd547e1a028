import { CLIENT_HEADER } from "#contract/events.ts";
import type { FastifyRequest } from "fastify";

/** The tab that a request comes from, if it says so. */
export function clientOf({ headers }: FastifyRequest): string | null {
  const id = headers[CLIENT_HEADER];
  return typeof id === "string" && /^[\w-]{1,64}$/.test(id) ? id : null;
}
