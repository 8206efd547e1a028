import type { FastifyInstance } from "fastify";
import { DashboardStats } from "#contract/shapes/dashboard.ts";
import type { Deps } from "#server/deps.ts";
import { api } from "#server/http/apiRoute.ts";
import { todayOf, ZONE } from "#server/http/today.ts";
import { dashboardReader } from "./queries.ts";

const READ = api({
  access: "user",
  tag: "Dashboard",
  operationId: "getDashboardStats",
  summary: "The dashboard's figures",
  headers: ZONE,
  response: DashboardStats,
});

/** The dashboard's figures (§7), for all signed-in users. */
export function dashboardRoutes(app: FastifyInstance, { db, now }: Deps): void {
  const read = dashboardReader(db);
  app.get(
    "/api/dashboard/stats",
    READ,
    async (request): Promise<DashboardStats> => await read(todayOf(request, now())),
  );
}
