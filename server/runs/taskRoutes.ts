import type { FastifyInstance } from "fastify";
import { handOverRule, openTasksRule } from "#contract/rules/handOver.ts";
import { taskRunItemsRule, taskRunRule } from "#contract/rules/run.ts";
import { HandOverResponse, OpenTasksResponse } from "#contract/shapes/handOver.ts";
import { TaskRunItemsResponse, TaskRunResponse, TaskRunsResponse } from "#contract/shapes/run.ts";
import { valuesOf } from "#contract/task.ts";
import { contextOf } from "#server/changes/requestContext.ts";
import type { Deps } from "#server/deps.ts";
import { api, BY_ID } from "#server/http/apiRoute.ts";
import { idempotentId } from "#server/http/idempotency.ts";
import type { Runner } from "#server/jobs/runner.ts";
import { userOf } from "#server/sessions/access.ts";
import { countOpenTasks } from "#server/tasks/openTasks.ts";
import { createRun } from "./control.ts";
import { runRoutes, TOO_LARGE } from "./routes.ts";
import { readRun } from "./runs.ts";
import { planHandOver } from "./taskPlan.ts";
import { TASK_RUNS } from "./taskRuns.ts";

const ON_TASKS = "Bulk actions on tasks";
const TOO_MANY = { 429: "Too many bulk actions of this user are under way." } as const;

const OPEN_TASKS = api({
  access: "admin",
  tag: "Users",
  operationId: "countOpenTasks",
  summary: "How many open tasks up to 100 users have; each count ends at 1,000",
  query: openTasksRule,
  response: OpenTasksResponse,
});
const HAND_OVER = api({
  access: "admin",
  tag: ON_TASKS,
  params: BY_ID,
  operationId: "handOverTasks",
  summary: "Assign the open tasks of a user to another user, or to nobody",
  body: handOverRule,
  response: HandOverResponse,
  failures: TOO_MANY,
});

/** Routes about the open tasks of users who leave. They are for admins, as is the users' screen (§6). */
function handOverRoutes(app: FastifyInstance, { db, now }: Deps, runner: Runner): void {
  app.get("/api/users/open-tasks", OPEN_TASKS, async (request): Promise<OpenTasksResponse> => {
    return { users: await countOpenTasks(db, valuesOf(request.query.ids)) };
  });

  app.post("/api/users/:id/hand-over", HAND_OVER, async (request): Promise<HandOverResponse> => {
    const by = userOf(request);
    const id = idempotentId(request);
    const context = contextOf(request, now());
    const plan = () => planHandOver(db, request.params.id, request.body.to, context);
    await runner.start(by.id, () => createRun(db, TASK_RUNS, id, context, plan));
    const run = await readRun(db, TASK_RUNS, id, by, now());
    return { tasks: run.counts.done, run };
  });
}

/** Routes for bulk actions on tasks, and for hand-overs. */
export function taskRunRoutes(app: FastifyInstance, deps: Deps, runner: Runner): void {
  handOverRoutes(app, deps, runner);
  runRoutes(app, deps, runner, TASK_RUNS, {
    access: "user",
    tag: ON_TASKS,
    // Has no past-date check, because the API document doesn't depend on the current day.
    body: taskRunRule("0000-01-01"),
    itemsQuery: taskRunItemsRule,
    responses: { run: TaskRunResponse, runs: TaskRunsResponse, items: TaskRunItemsResponse },
    routes: {
      start: {
        summary: "Start a bulk action on up to 10,000 tasks, which the server carries out",
        failures: { 403: "Only admins may set the team of tasks.", ...TOO_LARGE, ...TOO_MANY },
      },
      list: { summary: "The caller's last 50 bulk actions on tasks, newest first" },
      get: {
        summary: "A bulk action on tasks and its progress; admins may read those of others",
      },
      items: { summary: "A page of the tasks of a bulk action, with the result of each" },
      table: { summary: "The result of each task, as a table" },
      stop: {
        summary:
          "Stop a bulk action on tasks or its undo: the tasks that it hasn't reached stay as they are",
      },
      undo: {
        summary:
          "Undo a bulk action on tasks for those that have not changed since; within 7 days, a deletion within 30 days",
        failures: {
          403: "Only admins may undo a deletion, a change of teams or a hand-over.",
          409: "The bulk action can't be undone, or no longer.",
        },
      },
    },
  });
}
