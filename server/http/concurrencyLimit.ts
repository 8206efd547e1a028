import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createFairQueue } from "#server/fairQueue.ts";
import { tooMany } from "#server/refusals.ts";

/**
 * The maximum number of one user's concurrent requests. A browser has six connections; HTTP/2 has more
 * streams.
 */
export const USER_REQUESTS_MAX = 32;
/** The maximum number of one user's requests that wait for their turn, and for how many ms each may. */
export const USER_WAITING_MAX = 500;
const WAIT_MS = 10_000;
const RETRY_AFTER_SECONDS = 1;

const refusal = () =>
  tooMany("Too many requests at once. Please try again in a moment.", RETRY_AFTER_SECONDS);

/**
 * A request counts until the server has finished it and the client has received the response. An event
 * stream counts until its first bytes are out (`events/routes.ts`).
 */
interface ActiveRequest {
  raw: IncomingMessage;
  isFinished: boolean;
  isReceived: boolean;
  /** Gives its place to the next request. */
  end: () => void;
}

declare module "fastify" {
  interface FastifyRequest {
    active: ActiveRequest | null;
  }
}

function release({ isFinished, isReceived, end }: ActiveRequest): void {
  if (isFinished && isReceived) end();
}

function handleEnd(active: ActiveRequest, requests: Set<ActiveRequest>): void {
  if (!requests.delete(active)) return;
  active.isReceived = true;
  // A request whose body never arrives completely gets no response.
  active.isFinished ||= !active.raw.complete;
  release(active);
}

/**
 * Limits a user's active requests. Further ones wait in order, and too many are refused. Responses that
 * a client doesn't read stay in memory, so they count too. Register it after access is enforced.
 *
 * @returns a function that counts the active requests of all users
 */
export function limitConcurrency(app: FastifyInstance): () => number {
  const queue = createFairQueue({
    lanes: Infinity,
    waitingMax: Infinity,
    deadlineMs: WAIT_MS,
    perKey: { lanes: USER_REQUESTS_MAX, max: USER_REQUESTS_MAX + USER_WAITING_MAX },
    refusal,
  });
  const requestsOf = new WeakMap<Socket, Set<ActiveRequest>>();

  /** A pipelined response that never began emits no `close`, so the socket's `close` counts too. */
  function requestsIn(socket: Socket): Set<ActiveRequest> {
    const known = requestsOf.get(socket);
    if (known) return known;
    const requests = new Set<ActiveRequest>();
    requestsOf.set(socket, requests);
    socket.once("close", () => {
      for (const active of requests) handleEnd(active, requests);
    });
    return requests;
  }

  function begin({ raw }: FastifyRequest, reply: FastifyReply, end: () => void): ActiveRequest {
    const { socket } = raw;
    // The connection may have ended while the caller was looked up, or while the request waited.
    const isReceived = socket.destroyed;
    const active = { raw, isFinished: isReceived && !raw.complete, isReceived, end };
    release(active);
    if (isReceived) return active;
    const requests = requestsIn(socket).add(active);
    const handle = () => handleEnd(active, requests);
    reply.raw.once("finish", handle).once("close", handle);
    return active;
  }

  app.decorateRequest("active", null);

  app.addHook("onRequest", async (request, reply) => {
    const userId = request.caller?.user.id;
    if (userId === undefined) return;
    request.active = begin(request, reply, await queue.take([userId]));
    // Nobody is left to read this response.
    if (request.active.isReceived && request.method === "GET") throw refusal();
  });

  app.addHook("onSend", ({ active }, _reply, _payload, done) => {
    if (active && !active.isFinished) {
      active.isFinished = true;
      release(active);
    }
    done();
  });
  return queue.pending;
}
