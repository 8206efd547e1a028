import type { OutgoingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import { EVENT_ID_HEADER } from "#contract/events.ts";
import { MINUTE_MS } from "#contract/time.ts";
import type { Database } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { api } from "#server/http/apiRoute.ts";
import { createRateLimit } from "#server/rateLimit.ts";
import { sessionIdOf, userOf } from "#server/sessions/access.ts";
import { type EventStream, openStream } from "./stream.ts";

/**
 * The maximum numbers of concurrent streams. Beyond a maximum the oldest stream is closed; it may
 * be half-open.
 */
export const STREAMS_MAX = { perSession: 8, perUser: 32 };

/** The maximum number of streams that a user can open per minute. */
export const OPENINGS_PER_MINUTE = 40;

const LISTEN = api({
  access: "user",
  tag: "Events",
  operationId: "streamEvents",
  summary: "Live changes as server-sent events, which hold ids but no data",
  headers: { "last-event-id": "The last event seen; the stream starts with the changes after it." },
  mediaType: "text/event-stream",
  response: {
    type: "string",
    description:
      "`change`: a change of a task, user, team, or the user's inbox. `ready`: all missed changes were sent. `reset`: " +
      "the missed changes are unknown. A comment line is a heartbeat.",
  },
  failures: { 429: `The user has opened over ${OPENINGS_PER_MINUTE} streams within a minute.` },
});

async function hasTaskRun(db: Kysely<Database>, userId: string): Promise<boolean> {
  const job = await db
    .selectFrom("jobs")
    .select("id")
    .where("kind", "in", ["task_run", "task_run_undo"])
    .where("state", "=", "running")
    .where("made_by", "=", userId)
    .limit(1)
    .executeTakeFirst();
  return job !== undefined;
}

/** Live updates (server-sent events) for as long as the session lasts. */
export function eventRoutes(
  app: FastifyInstance,
  { config, db, events, elapsed = () => performance.now() }: Deps,
): { openStreams: () => number } {
  const openings = createRateLimit(MINUTE_MS, elapsed);
  const open = new Set<EventStream>();

  function makeRoom(max: number, counts: (stream: EventStream) => boolean) {
    const streams = [...open].filter(counts);
    for (const stream of streams.slice(0, Math.max(0, streams.length - max + 1))) stream.end();
  }

  // A stream that starts at this event misses no change after the response.
  app.addHook("onRequest", (request, reply, done) => {
    if (request.method === "GET" && request.caller) {
      reply.header(EVENT_ID_HEADER, events.lastEventId());
    }
    done();
  });

  // Open streams would delay the shutdown.
  app.addHook("preClose", (done) => {
    for (const stream of open) stream.end();
    done();
  });

  app.get("/api/events", { ...LISTEN, exposeHeadRoute: false }, (request, reply) => {
    const sessionId = sessionIdOf(request);
    const userId = userOf(request).id;
    const lastEventId = request.headers["last-event-id"];
    openings.take(userId, OPENINGS_PER_MINUTE);
    makeRoom(STREAMS_MAX.perSession, (stream) => stream.sessionId === sessionId);
    makeRoom(STREAMS_MAX.perUser, (stream) => stream.userId === userId);

    reply.hijack();
    reply
      .header("content-type", "text/event-stream")
      // nginx would buffer the events.
      .header("x-accel-buffering", "no")
      .header("connection", "close");
    reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
    const stream = openStream({
      response: reply.raw,
      bus: events,
      lastEventId: typeof lastEventId === "string" ? lastEventId : undefined,
      heartbeatSeconds: config.heartbeatSeconds,
      userId,
      sessionId,
      async isSessionValid() {
        try {
          return await app.isCallerValid(request);
        } catch (failure) {
          // The database is unavailable; the next heartbeat checks again.
          request.log.error(failure);
          return true;
        }
      },
      hasTaskRun: () => hasTaskRun(db, userId),
      onStart: () => request.active?.end(),
      onEnd: () => open.delete(stream),
    });
    open.add(stream);
  });

  return { openStreams: () => open.size };
}
