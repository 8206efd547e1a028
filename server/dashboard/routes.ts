import type { DashboardStats } from "#contract/dashboard.ts";
import type { Deps } from "#server/deps.ts";
import { todayOf } from "#server/tasks/today.ts";
import type { TaskIndex } from "#server/taskIndex/taskIndex.ts";
import type { FastifyInstance } from "fastify";
import { dashboardStats } from "./queries.ts";

/** The dashboard's figures (§7), for any signed-in user. */
export function dashboardRoutes(app: FastifyInstance, { db, now }: Deps, index: TaskIndex): void {
  app.get(
    "/api/dashboard/stats",
    { config: { access: "user" } },
    async (request): Promise<DashboardStats> =>
      await dashboardStats(db, index, todayOf(request, now())),
  );
}
