import type { FastifyInstance } from "fastify";
import { userRunItemsRule, userRunRule } from "#contract/rules/run.ts";
import { RUN_BODY_MAX } from "#contract/run.ts";
import {
  UserRunCheckResponse,
  UserRunItemsResponse,
  UserRunResponse,
  UserRunsResponse,
} from "#contract/shapes/run.ts";
import type { Deps } from "#server/deps.ts";
import { api } from "#server/http/apiRoute.ts";
import type { Runner } from "#server/jobs/runner.ts";
import { userOf } from "#server/sessions/access.ts";
import { runRoutes, TOO_LARGE } from "./routes.ts";
import { checkPlan, planRun } from "./userPlan.ts";
import { USER_RUNS } from "./userRuns.ts";

const forAdmins = { access: "admin", tag: "Bulk actions on users" } as const;

const CHECK = api({
  ...forAdmins,
  operationId: "checkUserRun",
  summary: "A preview of a bulk action, without starting it",
  body: userRunRule,
  bodyLimit: RUN_BODY_MAX,
  failures: TOO_LARGE,
  response: UserRunCheckResponse,
});

/** Routes for bulk actions on users, for admins (beyond §7). */
export function userRunRoutes(app: FastifyInstance, deps: Deps, runner: Runner): void {
  app.post("/api/user-runs/check", CHECK, async (request): Promise<UserRunCheckResponse> => {
    const { db } = deps;
    const { body } = request;
    return { check: await checkPlan(db, body, await planRun(db, body, userOf(request).id)) };
  });

  runRoutes(app, deps, runner, USER_RUNS, {
    ...forAdmins,
    body: userRunRule,
    itemsQuery: userRunItemsRule,
    responses: { run: UserRunResponse, runs: UserRunsResponse, items: UserRunItemsResponse },
    routes: {
      start: {
        summary: "Start a bulk action on up to 10,000 users, which the server carries out",
        failures: TOO_LARGE,
      },
      list: { summary: "The last 50 bulk actions, newest first" },
      get: { summary: "A bulk action and its progress" },
      items: { summary: "A page of the users of a bulk action, with the result of each" },
      table: { summary: "The result of each user, as a table" },
      stop: { summary: "Stop a bulk action" },
      undo: {
        summary: "Undo a bulk action, except for users who were changed since; within a week",
        failures: { 409: "The bulk action is under way, too old, or can't be undone." },
      },
    },
  });
}
