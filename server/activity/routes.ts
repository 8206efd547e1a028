import type { FastifyInstance } from "fastify";
import { ACTIVITY_PAGE_SIZE } from "#contract/activity.ts";
import { activityQueryRule, activitySeenRule } from "#contract/rules/activity.ts";
import { ActivityResponse } from "#contract/shapes/activity.ts";
import { api } from "#server/http/apiRoute.ts";
import type { ReadDeps } from "#server/search/longReads.ts";
import { userOf } from "#server/sessions/access.ts";
import { listActivity, markSeen } from "./queries.ts";

const activity = { access: "user", tag: "Activity" } as const;
const READ = api({
  ...activity,
  operationId: "listActivity",
  summary: `The changes of all tasks, newest first, at most ${ACTIVITY_PAGE_SIZE} a page: who changed what, from what, to what`,
  query: activityQueryRule,
  response: ActivityResponse,
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
    return await listActivity(db, userOf(request), request.query, runLongRead);
  });

  app.post("/api/activity/seen", MARK, async (request, reply) => {
    await markSeen(db, userOf(request).id, request.body.until);
    return await reply.code(204).send();
  });
}
