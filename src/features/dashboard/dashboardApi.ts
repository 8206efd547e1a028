import { callsOf } from "#api/api.ts";
import { normaliseSummaries } from "#api/normaliseTask.ts";
import { readCalls } from "#api/readCalls.ts";
import type { DashboardStats } from "#contract/shapes/dashboard.ts";
import type { TaskSummary } from "#contract/shapes/task.ts";
import type { TaskPriority, TaskStatus } from "#contract/task.ts";
import { type Fields, isObject } from "#lib/json.ts";

export const dashboardApi = callsOf("dashboard").injectEndpoints({
  endpoints: (build) => ({
    getStats: build.query<DashboardStats | null, void>({
      query: () => readCalls.stats(),
      transformResponse: normaliseStats,
      providesTags: ["Dashboard"],
    }),
    getOverdue: build.query<TaskSummary[], void>({
      query: () => readCalls.overdue(),
      transformResponse: normaliseOverdue,
      providesTags: ["Dashboard"],
    }),
  }),
});

export const { useGetStatsQuery, useGetOverdueQuery } = dashboardApi;

const rows = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Reads an integer, which may arrive as text (§3). */
function toInteger(value: unknown): number {
  const count = Number.parseInt(String(value), 10);
  return Number.isNaN(count) ? 0 : count;
}

/** Reads the response of GET /api/dashboard/stats (§3); null without a total. */
export function normaliseStats(raw: unknown): DashboardStats | null {
  if (!isObject(raw) || raw.total === undefined) return null;
  return {
    total: toInteger(raw.total),
    overdue: toInteger(raw.overdue),
    byStatus: rows(raw.byStatus).map(({ status, count }) => ({
      status: String(status) as TaskStatus,
      count: toInteger(count),
    })),
    byPriority: rows(raw.byPriority).map(({ priority, count }) => ({
      priority: String(priority) as TaskPriority,
      count: toInteger(count),
    })),
    deadlines: rows(raw.deadlines).map(({ date, count }) => ({
      date: String(date).slice(0, 10),
      count: toInteger(count),
    })),
  };
}

/** Reads the response of GET /api/tasks/overdue (§3): `{ overdueTasks }`. */
export function normaliseOverdue(raw: unknown) {
  return normaliseSummaries(raw, "overdueTasks");
}
