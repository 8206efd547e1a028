import type { OutgoingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";
import { EVENT_ID_HEADER } from "#contract/events.ts";
import type { Deps } from "#server/deps.ts";
import { api } from "#server/http/apiRoute.ts";
import { sessionIdOf, userOf } from "#server/sessions/access.ts";
import { sessionReader } from "#server/sessions/sessions.ts";
import { type EventStream, openStream } from "./stream.ts";

/** Streams that one browser, and one user, may have open. The oldest go: they may be half dead. */
export const STREAMS_MAX = { perSession: 8, perUser: 32 };

const LISTEN = api({
  access: "user",
  tag: "Events",
  summary: "What happens, as it happens: server-sent events that carry ids, never contents",
  headers: { "last-event-id": "The last event that was seen: what was missed is told first." },
  mediaType: "text/event-stream",
  response: {
    type: "string",
    description:
      "`change` with what happened to what; `ready` when all that was missed is told; `reset` " +
      "when it isn't known any more. A comment line is a sign of life.",
  },
});

/**
 * What happens, as it happens (server-sent events), for as long as the session lasts. Tells how
 * many streams are open.
 */
export function eventRoutes(
  app: FastifyInstance,
  { db, config, events, now }: Deps,
): { openStreams: () => number } {
  const findSessionUser = sessionReader(db);
  const open = new Set<EventStream>();

  function makeRoom(most: number, isOne: (stream: EventStream) => boolean) {
    const counted = [...open].filter(isOne);
    for (const stream of counted.slice(0, Math.max(0, counted.length - most + 1))) stream.end();
  }

  // A reader that starts its stream there misses nothing that came after this answer.
  app.addHook("onRequest", (request, reply, done) => {
    if (request.method === "GET" && request.caller)
      reply.header(EVENT_ID_HEADER, events.lastEventId);
    done();
  });

  // An open stream would hold the server's end up.
  app.addHook("preClose", (done) => {
    for (const stream of open) stream.end();
    done();
  });

  app.get("/api/events", { ...LISTEN, exposeHeadRoute: false }, (request, reply) => {
    const sessionId = sessionIdOf(request);
    const userId = userOf(request).id;
    const lastId = request.headers["last-event-id"];
    makeRoom(STREAMS_MAX.perSession, (stream) => stream.sessionId === sessionId);
    makeRoom(STREAMS_MAX.perUser, (stream) => stream.userId === userId);

    reply.hijack();
    reply
      .header("content-type", "text/event-stream")
      // nginx would otherwise keep the events until there are enough of them.
      .header("x-accel-buffering", "no")
      .header("connection", "close");
    reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
    const stream: EventStream = {
      userId,
      sessionId,
      end: openStream({
        response: reply.raw,
        bus: events,
        lastId: typeof lastId === "string" ? lastId : undefined,
        heartbeat: config.heartbeat,
        userId,
        sessionId,
        check: () => void check(),
        onEnd: () => open.delete(stream),
      }),
    };
    open.add(stream);

    async function check() {
      try {
        if (!(await findSessionUser(sessionId, now()))) stream.end();
      } catch (failure) {
        // Without the database nobody can tell; the next sign of life asks again.
        request.log.error(failure);
      }
    }
  });

  return { openStreams: () => open.size };
}
