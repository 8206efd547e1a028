import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { userRunItemsRule, userRunRule } from "#contract/rules/userRun.ts";
import { text } from "#contract/shapes/shape.ts";
import {
  UserRunCheckResponse,
  UserRunItemsResponse,
  UserRunResponse,
  UserRunsResponse,
} from "#contract/shapes/userRun.ts";
import { RUN_BODY_MAX } from "#contract/userRun.ts";
import type { Deps } from "#server/deps.ts";
import { contextOf } from "#server/events/origin.ts";
import { api, type ById } from "#server/http/apiRoute.ts";
import { validated } from "#server/http/errors.ts";
import { idempotentId } from "#server/http/idempotency.ts";
import type { Lease } from "#server/jobs/lease.ts";
import { isBegun, stopJob } from "#server/jobs/queries.ts";
import type { Runner } from "#server/jobs/runner.ts";
import { userOf } from "#server/sessions/access.ts";
import { beginUndo, createRun } from "./control.ts";
import { checkPlan, planRun, requireConfirmation } from "./plan.ts";
import { findRun, itemLines, listItems, listRuns, readRun } from "./queries.ts";

const runs = { access: "admin", tag: "Bulk actions on users" } as const;
const withIds = {
  body: userRunRule,
  bodyLimit: RUN_BODY_MAX,
  failures: { 413: "The body is larger than 1.5 MiB." },
} as const;

const CREATE = api({
  ...runs,
  ...withIds,
  operationId: "startUserRun",
  summary: "Start a bulk action on up to 10,000 users, which the server carries out",
  status: 201,
  response: UserRunResponse,
});
const CHECK_RUN = api({
  ...runs,
  ...withIds,
  operationId: "checkUserRun",
  summary: "A preview of a bulk action, without starting it",
  response: UserRunCheckResponse,
});
const LIST = api({
  ...runs,
  operationId: "listUserRuns",
  summary: "The last 50 bulk actions, newest first",
  response: UserRunsResponse,
});
const READ = api({
  ...runs,
  response: UserRunResponse,
  operationId: "getUserRun",
  summary: "A bulk action and its progress",
});
const ITEMS = api({
  ...runs,
  operationId: "listUserRunItems",
  summary: "A page of the users of a bulk action, with the result of each",
  query: userRunItemsRule,
  response: UserRunItemsResponse,
});
const TABLE = api({
  ...runs,
  operationId: "exportUserRunItems",
  summary: "The result of each user, as a table",
  mediaType: "text/csv",
  response: text,
});
const STOP = api({
  ...runs,
  response: UserRunResponse,
  operationId: "stopUserRun",
  summary: "Stop a bulk action",
});
const UNDO = api({
  ...runs,
  response: UserRunResponse,
  operationId: "undoUserRun",
  summary: "Undo a bulk action, except for users who were changed since; within a week",
  failures: { 409: "The bulk action is under way, too old, or can't be undone." },
});

/** Routes for bulk actions on users, for admins (beyond §7). */
export function userRunRoutes(
  app: FastifyInstance,
  { db, events, now }: Deps,
  runner: Runner,
): void {
  const respond = async (id: string): Promise<UserRunResponse> => ({
    run: await readRun(db, id, now()),
  });

  /** Begins a run's job, tells of it, and does its first step. */
  async function start(
    id: string,
    by: string,
    begin: () => Promise<Lease | undefined>,
  ): Promise<void> {
    await runner.start(by, async () => {
      const lease = await begin();
      if (lease) events.publish({ type: "userRun", id, change: "started", by: null });
      return lease;
    });
  }

  app.post("/api/user-runs/check", CHECK_RUN, async (request): Promise<UserRunCheckResponse> => {
    const body = validated(userRunRule, request.body);
    return { check: await checkPlan(db, body, await planRun(db, body, userOf(request).id)) };
  });

  app.post("/api/user-runs", CREATE, async (request, reply): Promise<UserRunResponse> => {
    const context = contextOf(request, now());
    const body = validated(userRunRule, request.body);
    const id = idempotentId(request);
    reply.code(201);
    if (await isBegun(db, { kind: "user_run", subject_id: id }, context)) return await respond(id);
    const plan = await planRun(db, body, context.by.id);
    requireConfirmation(body, plan);
    await start(id, context.by.id, () => createRun(db, id, body, plan, context));
    return await respond(id);
  });

  app.get("/api/user-runs", LIST, async (): Promise<UserRunsResponse> => {
    return { runs: await listRuns(db, now()) };
  });

  app.get<ById>("/api/user-runs/:id", READ, async ({ params }) => await respond(params.id));

  app.get<ById>(
    "/api/user-runs/:id/items",
    ITEMS,
    async ({ params, query }): Promise<UserRunItemsResponse> =>
      await listItems(db, params.id, validated(userRunItemsRule, query)),
  );

  app.get<ById>("/api/user-runs/:id/items.csv", TABLE, async ({ params }, reply) => {
    const { id } = await findRun(db, params.id);
    reply.header("content-disposition", 'attachment; filename="users.csv"');
    return await reply.type("text/csv; charset=utf-8").send(Readable.from(itemLines(db, id)));
  });

  app.post<ById>("/api/user-runs/:id/stop", STOP, async (request): Promise<UserRunResponse> => {
    const { id } = request.params;
    await findRun(db, id);
    const by = userOf(request);
    await runner.start(by.id, () => stopJob(db, id, by));
    return await respond(id);
  });

  app.post<ById>("/api/user-runs/:id/undo", UNDO, async (request): Promise<UserRunResponse> => {
    const { id } = request.params;
    const by = userOf(request);
    await start(id, by.id, () => beginUndo(db, id, { by, at: now() }));
    return await respond(id);
  });
}
