import { callsOf } from "#api/api.ts";
import { readCalls } from "#api/readCalls.ts";
import type { DashboardStats } from "#contract/dashboard.ts";
import type { TaskSummary } from "#contract/task.ts";
import { normaliseOverdue, normaliseStats } from "./normaliseDashboard.ts";

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
