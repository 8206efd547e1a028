import type { FastifyRequest } from "fastify";
import { CLIENT_HEADER } from "#contract/events.ts";
import type { Origin } from "#server/eventBus.ts";
import { recordedId } from "#server/http/idempotency.ts";
import { unauthorized } from "#server/refusals.ts";
import type { ChangeContext } from "./context.ts";

/** The header's description in OpenAPI. */
export const CLIENT_ID_HEADER = {
  [CLIENT_HEADER]:
    "The id of the caller's tab. Streams of the same session get it as `by` in the change's event.",
};

/** The tab that sent a request; null if the request has no tab id. */
export function originOf({ headers, caller }: FastifyRequest): Origin | null {
  const clientId = headers[CLIENT_HEADER];
  if (!caller || typeof clientId !== "string" || !/^[\w-]{1,64}$/.test(clientId)) return null;
  return { sessionId: caller.sessionId, clientId };
}

/**
 * The user, the tab or API token that make a change, and the id by which a repeat of the request finds it.
 */
export function contextOf(request: FastifyRequest, at: Date): ChangeContext {
  const id = recordedId(request);
  const { caller } = request;
  if (!caller) throw unauthorized("Please sign in");
  const { user, token } = caller;
  return {
    by: user,
    at,
    tab: originOf(request),
    ...(token && { origin: { kind: "token", ...token } }),
    ...(id !== undefined && { id, bodyHash: request.bodyHash }),
  };
}
