import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { taskRunItemsRule, taskRunRule } from "#contract/rules/taskRun.ts";
import { text } from "#contract/shapes/shape.ts";
import {
  TaskRunItemsResponse,
  TaskRunResponse,
  TaskRunsResponse,
} from "#contract/shapes/taskRun.ts";
import { RUN_BODY_MAX } from "#contract/userRun.ts";
import type { Deps } from "#server/deps.ts";
import { contextOf, originOf } from "#server/events/origin.ts";
import { api, type ById } from "#server/http/apiRoute.ts";
import { validated } from "#server/http/errors.ts";
import { idempotentId } from "#server/http/idempotency.ts";
import { earliestToday } from "#server/http/today.ts";
import type { Lease } from "#server/jobs/lease.ts";
import { stopJob } from "#server/jobs/queries.ts";
import type { Runner } from "#server/jobs/runner.ts";
import { userOf } from "#server/sessions/access.ts";
import { beginUndo, createRun } from "./control.ts";
import { findRun, itemLines, listItems, listRuns, readRun, type Viewer } from "./queries.ts";

const runs = { access: "user", tag: "Bulk actions on tasks" } as const;

const CREATE = api({
  ...runs,
  operationId: "startTaskRun",
  summary: "Start a bulk action on up to 10,000 tasks, which the server carries out",
  // Has no past-date check, because the API document doesn't depend on the current day.
  body: taskRunRule("0000-01-01"),
  bodyLimit: RUN_BODY_MAX,
  failures: {
    403: "Only admins may set the team of tasks.",
    413: "The body is larger than 1.5 MiB.",
    429: "Too many bulk actions of this user are under way.",
  },
  status: 201,
  response: TaskRunResponse,
});
const LIST = api({
  ...runs,
  operationId: "listTaskRuns",
  summary: "The caller's last 50 bulk actions on tasks, newest first",
  response: TaskRunsResponse,
});
const READ = api({
  ...runs,
  response: TaskRunResponse,
  operationId: "getTaskRun",
  summary: "A bulk action on tasks and its progress; admins may read those of others",
});
const ITEMS = api({
  ...runs,
  operationId: "listTaskRunItems",
  summary: "A page of the tasks of a bulk action, with the result of each",
  query: taskRunItemsRule,
  response: TaskRunItemsResponse,
});
const TABLE = api({
  ...runs,
  operationId: "exportTaskRunItems",
  summary: "The result of each task, as a table",
  mediaType: "text/csv",
  response: text,
});
const STOP = api({
  ...runs,
  response: TaskRunResponse,
  operationId: "stopTaskRun",
  summary:
    "Stop a bulk action on tasks or its undo: the tasks that it hasn't reached stay as they are",
});
const UNDO = api({
  ...runs,
  response: TaskRunResponse,
  operationId: "undoTaskRun",
  summary:
    "Undo a bulk action on tasks for those that have not changed since; within 7 days, a deletion within 30 days",
  failures: {
    403: "Only admins may undo a deletion, a change of teams or a hand-over.",
    409: "The bulk action can't be undone, or no longer.",
  },
});

/** Routes for bulk actions on tasks, which the server carries out. */
export function taskRunRoutes(
  app: FastifyInstance,
  { db, events, now }: Deps,
  runner: Runner,
): void {
  const respond = async (id: string, viewer: Viewer): Promise<TaskRunResponse> => ({
    run: await readRun(db, id, viewer, now()),
  });

  /** Begins a job, and does its first step. If it goes on, the user's other tabs show it. */
  async function start(
    request: FastifyRequest,
    begin: () => Promise<Lease | undefined>,
  ): Promise<void> {
    const { id } = userOf(request);
    if (!(await runner.start(id, begin))) return;
    events.publish({ type: "taskRun", id, change: "started", by: originOf(request) });
  }

  app.post("/api/task-runs", CREATE, async (request, reply): Promise<TaskRunResponse> => {
    const by = userOf(request);
    const context = contextOf(request, now());
    const body = validated(taskRunRule(earliestToday(context.at)), request.body);
    const id = idempotentId(request);
    await start(request, () => createRun(db, id, body, by, context));
    reply.code(201);
    return await respond(id, by);
  });

  app.get("/api/task-runs", LIST, async (request): Promise<TaskRunsResponse> => {
    return { runs: await listRuns(db, userOf(request), now()) };
  });

  app.get<ById>("/api/task-runs/:id", READ, async (request) => {
    return await respond(request.params.id, userOf(request));
  });

  app.get<ById>(
    "/api/task-runs/:id/items",
    ITEMS,
    async (request): Promise<TaskRunItemsResponse> => {
      const run = await findRun(db, request.params.id, userOf(request));
      return await listItems(db, run, validated(taskRunItemsRule, request.query));
    },
  );

  app.get<ById>("/api/task-runs/:id/items.csv", TABLE, async (request, reply) => {
    const { id } = await findRun(db, request.params.id, userOf(request));
    reply.header("content-disposition", 'attachment; filename="tasks.csv"');
    return await reply.type("text/csv; charset=utf-8").send(Readable.from(itemLines(db, id)));
  });

  app.post<ById>("/api/task-runs/:id/stop", STOP, async (request): Promise<TaskRunResponse> => {
    const by = userOf(request);
    const { id } = await findRun(db, request.params.id, by);
    await runner.start(by.id, () => stopJob(db, id, by));
    return await respond(id, by);
  });

  app.post<ById>("/api/task-runs/:id/undo", UNDO, async (request): Promise<TaskRunResponse> => {
    const by = userOf(request);
    const { id } = request.params;
    await start(request, () => beginUndo(db, id, by, { by, at: now() }));
    return await respond(id, by);
  });
}
