import type { FastifyInstance } from "fastify";
import { ACTIVITY_PAGE_SIZE } from "#contract/activity.ts";
import { activityQueryRule, activitySeenRule } from "#contract/rules/activity.ts";
import { ActivityResponse } from "#contract/shapes/activity.ts";
import type { Deps } from "#server/deps.ts";
import { api } from "#server/http/apiRoute.ts";
import { validated } from "#server/http/errors.ts";
import type { RunLongRead } from "#server/search/longReads.ts";
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
export function activityRoutes(app: FastifyInstance, { db }: Deps, runLongRead: RunLongRead): void {
  app.get("/api/activity", READ, async (request): Promise<ActivityResponse> => {
    const search = validated(activityQueryRule, request.query);
    return await listActivity(db, userOf(request), search, runLongRead);
  });

  app.post("/api/activity/seen", MARK, async (request, reply) => {
    const { until } = validated(activitySeenRule, request.body);
    await markSeen(db, userOf(request).id, until);
    return await reply.code(204).send();
  });
}
