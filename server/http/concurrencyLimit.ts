import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { HttpError } from "./errors.ts";

/**
 * The maximum number of one user's concurrent requests. A browser has six connections; HTTP/2 has more
 * streams.
 */
export const USER_REQUESTS_MAX = 32;
const RETRY_AFTER_SECONDS = 1;

/** A request counts until the server has finished it and the client has received the response. */
interface ActiveRequest {
  userId: string;
  raw: IncomingMessage;
  isFinished: boolean;
  isReceived: boolean;
}

declare module "fastify" {
  interface FastifyRequest {
    active: ActiveRequest | null;
  }
}

/**
 * Refuses a user's request while too many of theirs are active. Responses that a client doesn't read
 * stay in memory, so they count too. Register it after access is enforced.
 */
export function limitConcurrency(app: FastifyInstance): void {
  const counts = new Map<string, number>();
  const requestsOf = new WeakMap<Socket, Set<ActiveRequest>>();

  function release(active: ActiveRequest): void {
    if (!active.isFinished || !active.isReceived) return;
    const left = (counts.get(active.userId) ?? 1) - 1;
    if (left > 0) counts.set(active.userId, left);
    else counts.delete(active.userId);
  }

  function handleEnd(active: ActiveRequest, requests: Set<ActiveRequest>): void {
    if (!requests.delete(active)) return;
    active.isReceived = true;
    // A request whose body never arrives completely gets no response.
    active.isFinished ||= !active.raw.complete;
    release(active);
  }

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

  app.decorateRequest("active", null);

  app.addHook("onRequest", (request, reply, done) => {
    const userId = request.caller?.user.id;
    // Event streams stay open; `events/routes.ts` limits them.
    const isEventStream = request.routeOptions.config.api?.mediaType === "text/event-stream";
    if (userId === undefined || isEventStream) return done();
    const count = counts.get(userId) ?? 0;
    if (count >= USER_REQUESTS_MAX) {
      const error = "Too many requests at once. Please try again in a moment.";
      return done(new HttpError(429, { error }, RETRY_AFTER_SECONDS));
    }
    const { raw } = request;
    const { socket } = raw;
    // The connection may have ended while the caller was looked up.
    if (socket.destroyed && !raw.complete) return done();
    counts.set(userId, count + 1);
    const active = { userId, raw, isFinished: false, isReceived: socket.destroyed };
    request.active = active;
    if (!active.isReceived) {
      const requests = requestsIn(socket).add(active);
      const end = () => handleEnd(active, requests);
      reply.raw.once("finish", end).once("close", end);
    }
    done();
  });

  app.addHook("onSend", ({ active }, _reply, _payload, done) => {
    if (active && !active.isFinished) {
      active.isFinished = true;
      release(active);
    }
    done();
  });
}
