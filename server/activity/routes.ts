import type { FastifyInstance } from "fastify";
import { ACTIVITY_PAGE_SIZE, DIGEST_MAX } from "#contract/activity.ts";
import { activityQueryRule, activitySeenRule } from "#contract/rules/activity.ts";
import { ActivityResponse, UnreadActivity } from "#contract/shapes/activity.ts";
import { api } from "#server/http/apiRoute.ts";
import { ZONE, zoneOf } from "#server/http/today.ts";
import type { ReadDeps } from "#server/search/longReads.ts";
import { userOf } from "#server/sessions/access.ts";
import { countUnread, listDigest } from "./digest.ts";
import { listActivity, markSeen } from "./queries.ts";

const activity = { access: "user", tag: "Activity" } as const;
const READ = api({
  ...activity,
  operationId: "listActivity",
  summary: `The changes of all tasks, newest first, at most ${ACTIVITY_PAGE_SIZE} a page: who changed what, from what, to what`,
  headers: ZONE,
  query: activityQueryRule,
  response: ActivityResponse,
});
const UNREAD = api({
  ...activity,
  operationId: "countUnreadActivity",
  summary: `The number of the digest's lines that the caller has not seen, of at most ${DIGEST_MAX} changes; with \`after\` those since that number`,
  headers: ZONE,
  query: activityQueryRule,
  response: UnreadActivity,
});
const MARK = api({
  ...activity,
  operationId: "markActivitySeen",
  summary: "Note that the caller has seen the changes up to a number",
  body: activitySeenRule,
});

/** What changed, beyond §7: the changes of the tasks, which every signed-in user may read (§6). */
export function activityRoutes(app: FastifyInstance, { db, runLongRead }: ReadDeps): void {
  app.get("/api/activity", READ, async (request): Promise<ActivityResponse> => {
    const [user, { query }] = [userOf(request), request];
    const timeZone = zoneOf(request);
    if (query.digest) return await listDigest({ db, user, timeZone, runLongRead }, query);
    return await listActivity(db, user, query, runLongRead);
  });

  app.get("/api/activity/unread", UNREAD, async (request): Promise<UnreadActivity> => {
    const [user, timeZone] = [userOf(request), zoneOf(request)];
    return await countUnread({ db, user, timeZone, runLongRead }, request.query);
  });

  app.post("/api/activity/seen", MARK, async (request, reply) => {
    await markSeen(db, userOf(request).id, request.body.until);
    return await reply.code(204).send();
  });
}
