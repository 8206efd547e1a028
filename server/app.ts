import Fastify, { type FastifyInstance } from "fastify";
import { enforceAccess } from "./access.ts";
import { accessTokens } from "./auth/accessTokens.ts";
import { boardRoutes } from "./board/routes.ts";
import { commentRoutes } from "./comments/routes.ts";
import { dashboardRoutes } from "./dashboard/routes.ts";
import type { Deps } from "./deps.ts";
import { taskRoutes } from "./tasks/routes.ts";
import { teamRoutes } from "./teams/routes.ts";

/** Builds the server without listening. The database has to be migrated. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = Fastify({ logger: false });
  enforceAccess(app, deps, await accessTokens(deps));

  // The routes of each resource: one import and one call, in this order.
  // authRoutes, usersRoutes, profileRoutes, tasksRoutes(app, deps), boardRoutes(app, deps), …
  taskRoutes(app, deps);
  boardRoutes(app, deps);
  commentRoutes(app, deps);
  dashboardRoutes(app, deps);
  teamRoutes(app, deps);

  return app;
}
