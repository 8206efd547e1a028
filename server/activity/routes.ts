import type { FastifyInstance } from "fastify";
import {
  ACTIVITY_PAGE_SIZE,
  type ActivityEntry,
  type ActivityResponse,
} from "#contract/activity.ts";
import type { CommentExcerpt } from "#contract/inbox.ts";
import { activityQueryRule, activitySeenRule } from "#contract/rules/activity.ts";
import { count, flag, id, listOf, named, nullable, shape, text } from "#contract/shapes/shape.ts";
import type { Deps } from "#server/deps.ts";
import { HISTORY_ENTRY } from "#server/history/schemas.ts";
import { api } from "#server/http/apiRoute.ts";
import { validated } from "#server/http/errors.ts";
import { userOf } from "#server/sessions/access.ts";
import { listActivity, markSeen } from "./queries.ts";

const ENTRY = named(
  "ActivityEntry",
  shape<ActivityEntry>({
    ...HISTORY_ENTRY,
    number: { ...count, description: "The place in the order of all changes." },
    task: shape<ActivityEntry["task"]>({ id, title: text }),
    gone: { ...flag, description: "Whether the task was deleted, and not restored." },
    comment: {
      ...nullable(shape<CommentExcerpt>({ id, excerpt: text })),
      description: "The comment that was added or edited, as it is now.",
    },
  }),
);

const activity = { access: "user", tag: "Activity" } as const;
const READ = api({
  ...activity,
  operationId: "listActivity",
  summary: `The changes of all tasks, newest first, at most ${ACTIVITY_PAGE_SIZE} a page: who changed what, from what, to what`,
  query: activityQueryRule,
  response: shape<ActivityResponse>({
    entries: listOf(ENTRY),
    next: {
      ...nullable(count),
      description:
        "The value of `before` for the next page; null on the last one. A page may have few entries or none before it.",
    },
    seen: {
      ...count,
      description: "The newest change that the caller has seen; 0 before the first visit.",
    },
  }),
});
const MARK = api({
  ...activity,
  operationId: "markActivitySeen",
  summary: "Note that the caller has seen the changes up to a number",
  body: activitySeenRule,
});

/** What changed, beyond §7: the changes of the tasks, which every signed-in user may read (§6). */
export function activityRoutes(app: FastifyInstance, { db }: Deps): void {
  app.get(
    "/api/activity",
    READ,
    async (request): Promise<ActivityResponse> =>
      await listActivity(db, userOf(request), validated(activityQueryRule, request.query)),
  );

  app.post("/api/activity/seen", MARK, async (request, reply) => {
    const { until } = validated(activitySeenRule, request.body);
    await markSeen(db, userOf(request).id, until);
    return await reply.code(204).send();
  });
}
