import type { FastifyInstance } from "fastify";
import type { DashboardStats } from "#contract/dashboard.ts";
import { count, day, listOf, named, type Schema, shape } from "#contract/shapes/shape.ts";
import type { Deps } from "#server/deps.ts";
import { api } from "#server/http/apiRoute.ts";
import { todayOf, ZONE } from "#server/http/today.ts";
import { taskPriority, taskStatus } from "#server/tasks/schemas.ts";
import { dashboardReader } from "./queries.ts";

const counted = (name: string, value: Schema): Schema =>
  listOf({ type: "object", properties: { [name]: value, count }, required: [name, "count"] });
const STATS = named(
  "DashboardStats",
  shape<DashboardStats>({
    total: count,
    overdue: count,
    byStatus: counted("status", taskStatus),
    byPriority: counted("priority", taskPriority),
    deadlines: counted("date", day),
  }),
);

const READ = api({
  access: "user",
  tag: "Dashboard",
  operationId: "getDashboardStats",
  summary: "The dashboard's figures",
  headers: ZONE,
  response: STATS,
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
