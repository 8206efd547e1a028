import type { FastifyRequest } from "fastify";
import { CLIENT_HEADER } from "#contract/events.ts";
import type { Origin } from "#server/eventBus.ts";

/** The header's part of the API's description. */
export const CLIENT_ID_HEADER = {
  [CLIENT_HEADER]:
    "The caller's tab: events of this change name it as `by`, in streams of the same session only.",
};

/** The tab that a signed-in request comes from, if it says so. */
export function originOf({ headers, caller }: FastifyRequest): Origin | null {
  const clientId = headers[CLIENT_HEADER];
  if (!caller || typeof clientId !== "string" || !/^[\w-]{1,64}$/.test(clientId)) return null;
  return { sessionId: caller.sessionId, clientId };
}
