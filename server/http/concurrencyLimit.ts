import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { HttpError } from "./errors.ts";

/** Requests of one user at the same time. A browser has six connections; HTTP/2 has more streams. */
export const USER_REQUESTS_MAX = 32;
/** Seconds after which a refused request is worth another try. */
const RETRY_AFTER = 1;

/** A request that counts as long as the server works on it, and until the client has the response. */
interface UnderWay {
  userId: string;
  raw: IncomingMessage;
  isAnswered: boolean;
  isGone: boolean;
}

declare module "fastify" {
  interface FastifyRequest {
    underWay: UnderWay | null;
  }
}

/**
 * Refuses a user's request when too many of theirs are under way. A response that the client doesn't
 * read is in memory, and what a client has left unread goes on. Register it after access is enforced.
 */
export function limitConcurrency(app: FastifyInstance): void {
  const counts = new Map<string, number>();
  /** What is under way in each connection. */
  const ofSocket = new WeakMap<Socket, Set<UnderWay>>();

  function release(one: UnderWay): void {
    if (!one.isAnswered || !one.isGone) return;
    const left = (counts.get(one.userId) ?? 1) - 1;
    if (left > 0) counts.set(one.userId, left);
    else counts.delete(one.userId);
  }

  function leave(one: UnderWay, others: Set<UnderWay>): void {
    if (!others.delete(one)) return;
    one.isGone = true;
    // Without its whole body a request is never answered: nothing reads a connection that is gone.
    one.isAnswered ||= !one.raw.complete;
    release(one);
  }

  /** A pipelined response that was never begun has no `close`, so its connection's end counts, too. */
  function othersIn(socket: Socket): Set<UnderWay> {
    const known = ofSocket.get(socket);
    if (known) return known;
    const others = new Set<UnderWay>();
    ofSocket.set(socket, others);
    socket.once("close", () => {
      for (const one of others) leave(one, others);
    });
    return others;
  }

  app.decorateRequest("underWay", null);

  app.addHook("onRequest", (request, reply, done) => {
    const userId = request.caller?.user.id;
    // Streams of events last: they are counted where they are opened.
    if (userId === undefined || request.routeOptions.config.api?.mediaType) return done();
    const count = counts.get(userId) ?? 0;
    if (count >= USER_REQUESTS_MAX) {
      const error = "Too many requests at once. Please try again in a moment.";
      return done(new HttpError(429, { error }, RETRY_AFTER));
    }
    const { raw } = request;
    const { socket } = raw;
    // The connection may have ended while the caller was looked up.
    if (socket.destroyed && !raw.complete) return done();
    counts.set(userId, count + 1);
    const one = { userId, raw, isAnswered: false, isGone: socket.destroyed };
    request.underWay = one;
    if (!one.isGone) {
      const others = othersIn(socket).add(one);
      const handleEnd = () => leave(one, others);
      reply.raw.once("finish", handleEnd).once("close", handleEnd);
    }
    done();
  });

  app.addHook("onSend", (request, _reply, _payload, done) => {
    const { underWay } = request;
    if (underWay && !underWay.isAnswered) {
      underWay.isAnswered = true;
      release(underWay);
    }
    done();
  });
}
