import type { FastifyInstance } from "fastify";
import { object, string } from "yup";
import { calendarRule } from "#contract/rules/view.ts";
import { CalendarFeedResponse, NewCalendarFeedResponse } from "#contract/shapes/calendarFeed.ts";
import { text } from "#contract/shapes/shape.ts";
import { networkOf } from "#server/auth/networks.ts";
import { contextOf } from "#server/changes/requestContext.ts";
import type { Deps } from "#server/deps.ts";
import { api } from "#server/http/apiRoute.ts";
import { createRateLimit } from "#server/rateLimit.ts";
import { notFound } from "#server/refusals.ts";
import { newSecret } from "#server/secrets/secret.ts";
import { sessionIdOf, userOf } from "#server/sessions/access.ts";
import type { RequestSecrets } from "#server/sessions/requestSecrets.ts";
import { createFeeds } from "./feedCache.ts";
import { deleteFeed, findFeed, findFeedSource, replaceFeed } from "./queries.ts";

const TOKEN = /^[\w-]{43}$/;

const WINDOW_MS = 10 * 60_000;
/**
 * The maximum number of reads of one feed within the window. Calendars read a feed a few times an
 * hour.
 */
const READS_OF_FEED_MAX = 30;
/**
 * The maximum number of reads from one network within the window. An office may share an address.
 */
const READS_OF_NETWORK_MAX = 600;

const own = { access: "user", tag: "Calendar", query: calendarRule } as const;

const READ = api({
  ...own,
  operationId: "getCalendarFeed",
  summary: "Whether the signed-in user has a calendar feed, of their own tasks or of a view",
  response: CalendarFeedResponse,
});
const CREATE = api({
  ...own,
  operationId: "createCalendarFeed",
  summary: "Create a calendar feed, or give it a new address; only this response has the address",
  status: 201,
  response: NewCalendarFeedResponse,
  failures: {
    404: "The user sees no such view.",
    409: "The request was carried out before, and its feed has ended since.",
  },
});
const DELETE = api({
  ...own,
  operationId: "deleteCalendarFeed",
  summary: "Turn the calendar feed off",
});
const SUBSCRIBE = api({
  access: "public",
  params: object({ file: string().defined() }),
  tag: "Calendar",
  operationId: "readCalendar",
  summary:
    "The tasks of a user or a view that have a due date, as iCalendar; 304 if `If-None-Match` has its tag",
  mediaType: "text/calendar",
  response: text,
  failures: { 429: "Too many requests of this feed, or from this network." },
});

/** Whether a client has the version with this tag. Proxies that compress make tags weak. */
const hasVersion = (ifNoneMatch: string | undefined, tag: string): boolean =>
  (ifNoneMatch ?? "").split(",").some((one) => one.trim().replace(/^W\//, "") === tag);

/**
 * Routes to turn the signed-in user's calendar feed on and off, and to read a feed by its secret
 * address.
 */
export function calendarRoutes(
  app: FastifyInstance,
  { db, config, now, elapsed = () => performance.now() }: Deps,
  secretOf: RequestSecrets,
): void {
  const limit = createRateLimit(WINDOW_MS, elapsed);
  const { publicUrl, basePath } = config;
  const readFeed = createFeeds(db, publicUrl === null ? null : publicUrl + basePath);

  app.get(
    "/api/profile/calendar",
    READ,
    async (request): Promise<CalendarFeedResponse> => ({
      calendar: await findFeed(db, userOf(request).id, request.query.view),
    }),
  );

  app.post("/api/profile/calendar", CREATE, async (request, reply) => {
    const token = newSecret(secretOf(request));
    const context = { ...contextOf(request, now()), sessionId: sessionIdOf(request) };
    const { view } = request.query;
    const calendar = await replaceFeed(db, userOf(request), { token, view }, context);
    const body: NewCalendarFeedResponse = { calendar, path: `/api/calendar/${token}.ics` };
    return await reply.code(201).send(body);
  });

  app.delete("/api/profile/calendar", DELETE, async (request, reply) => {
    const { view } = request.query;
    await deleteFeed(db, userOf(request), view, contextOf(request, now()));
    return await reply.code(204).send();
  });

  app.get("/api/calendar/:file", SUBSCRIBE, async (request, reply) => {
    if (config.loginRateLimit !== "off") {
      limit.take(networkOf(request.ip), READS_OF_NETWORK_MAX);
    }
    const { file } = request.params;
    const token = file.endsWith(".ics") ? file.slice(0, -".ics".length) : "";
    const source = TOKEN.test(token) ? await findFeedSource(db, token, now()) : undefined;
    if (source === undefined) throw notFound("Not found");
    limit.take(token, READS_OF_FEED_MAX);
    const known = request.headers["if-none-match"];
    const { tag, text } = await readFeed(source, now(), (one) => hasVersion(known, one));
    reply.header("etag", tag).header("cache-control", "private, no-cache");
    if (text === null) return await reply.code(304).send();
    return await reply.type("text/calendar; charset=utf-8").send(text);
  });
}
