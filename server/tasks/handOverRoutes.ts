import type { FastifyInstance } from "fastify";
import type { HandOverResponse, OpenTasks, OpenTasksResponse } from "#contract/handOver.ts";
import { handOverRule, openTasksRule } from "#contract/rules/handOver.ts";
import { count, flag, id, listOf, shape } from "#contract/shapes/shape.ts";
import { valuesOf } from "#contract/task.ts";
import type { Deps } from "#server/deps.ts";
import { CLIENT_ID_HEADER, contextOf } from "#server/events/origin.ts";
import { api, type ById } from "#server/http/apiRoute.ts";
import { validated } from "#server/http/errors.ts";
import { publishInbox } from "#server/inbox/publish.ts";
import { countOpenTasks, handOverTasks } from "./handOver.ts";

const forAdmins = { access: "admin", tag: "Users" } as const;

const OPEN_TASKS = api({
  ...forAdmins,
  operationId: "countOpenTasks",
  summary: "How many open tasks up to 100 users have; each count ends at 1,000",
  query: openTasksRule,
  response: shape<OpenTasksResponse>({
    users: listOf(
      shape<OpenTasks>(
        { id, count, atLeast: { ...flag, description: "There are more than `count`." } },
        ["atLeast"],
      ),
    ),
  }),
});
const HAND_OVER = api({
  ...forAdmins,
  operationId: "handOverTasks",
  summary: "Assign the open tasks of a user to another user, or to nobody",
  body: handOverRule,
  headers: CLIENT_ID_HEADER,
  response: shape<HandOverResponse>({ tasks: count }),
});

/** Routes about the open tasks of users who leave. They are for admins, as is the users' screen (§6). */
export function handOverRoutes(app: FastifyInstance, { db, events, now }: Deps): void {
  app.get("/api/users/open-tasks", OPEN_TASKS, async (request): Promise<OpenTasksResponse> => {
    const { ids } = validated(openTasksRule, request.query);
    return { users: await countOpenTasks(db, valuesOf(ids)) };
  });

  app.post<ById>(
    "/api/users/:id/hand-over",
    HAND_OVER,
    async (request): Promise<HandOverResponse> => {
      const { to } = validated(handOverRule, request.body);
      const { id } = request.params;
      const tasks = await handOverTasks(db, id, to, contextOf(request, now()));
      if (tasks > 0) publishInbox(events, [id, ...(to === null ? [] : [to])]);
      return { tasks };
    },
  );
}
