import type { DashboardStats } from "#contract/dashboard.ts";
import type { Deps } from "#server/deps.ts";
import { todayOf } from "#server/tasks/today.ts";
import type { FastifyInstance } from "fastify";
import { dashboardReader } from "./queries.ts";

/** The dashboard's figures (§7), for any signed-in user. */
export function dashboardRoutes(app: FastifyInstance, { db, now }: Deps): void {
  const read = dashboardReader(db);
  app.get(
    "/api/dashboard/stats",
    { config: { access: "user" } },
    async (request): Promise<DashboardStats> => await read(todayOf(request, now())),
  );
}
