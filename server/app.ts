import Fastify, { type FastifyInstance } from "fastify";
import { enforceAccess } from "./access.ts";
import { accessTokens } from "./auth/accessTokens.ts";
import type { Deps } from "./deps.ts";

/** Builds the server without listening. The database has to be migrated. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = Fastify({ logger: false });
  enforceAccess(app, deps, await accessTokens(deps));

  // The routes of each resource: one import and one call, in this order.
  // authRoutes, usersRoutes, profileRoutes, tasksRoutes(app, deps), boardRoutes(app, deps), …

  return app;
}
