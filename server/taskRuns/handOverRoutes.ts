import type { FastifyInstance } from "fastify";
import { handOverRule, openTasksRule } from "#contract/rules/handOver.ts";
import { HandOverResponse, OpenTasksResponse } from "#contract/shapes/handOver.ts";
import { valuesOf } from "#contract/task.ts";
import type { Deps } from "#server/deps.ts";
import { contextOf } from "#server/events/origin.ts";
import { api, type ById } from "#server/http/apiRoute.ts";
import { validated } from "#server/http/errors.ts";
import { idempotentId } from "#server/http/idempotency.ts";
import type { Runner } from "#server/jobs/runner.ts";
import { userOf } from "#server/sessions/access.ts";
import { countOpenTasks } from "#server/tasks/openTasks.ts";
import { createHandOver } from "./control.ts";
import { readRun } from "./queries.ts";

const forAdmins = { access: "admin", tag: "Users" } as const;

const OPEN_TASKS = api({
  ...forAdmins,
  operationId: "countOpenTasks",
  summary: "How many open tasks up to 100 users have; each count ends at 1,000",
  query: openTasksRule,
  response: OpenTasksResponse,
});
const HAND_OVER = api({
  access: "admin",
  tag: "Bulk actions on tasks",
  operationId: "handOverTasks",
  summary: "Assign the open tasks of a user to another user, or to nobody",
  body: handOverRule,
  response: HandOverResponse,
  failures: { 429: "Too many bulk actions of this user are under way." },
});

/** Routes about the open tasks of users who leave. They are for admins, as is the users' screen (§6). */
export function handOverRoutes(app: FastifyInstance, { db, now }: Deps, runner: Runner): void {
  app.get("/api/users/open-tasks", OPEN_TASKS, async (request): Promise<OpenTasksResponse> => {
    const { ids } = validated(openTasksRule, request.query);
    return { users: await countOpenTasks(db, valuesOf(ids)) };
  });

  app.post<ById>(
    "/api/users/:id/hand-over",
    HAND_OVER,
    async (request): Promise<HandOverResponse> => {
      const { to } = validated(handOverRule, request.body);
      const by = userOf(request);
      const id = idempotentId(request);
      const users = { fromId: request.params.id, toId: to };
      await runner.start(by.id, () => createHandOver(db, id, users, contextOf(request, now())));
      const run = await readRun(db, id, by, now());
      return { tasks: run.counts.done, run };
    },
  );
}
