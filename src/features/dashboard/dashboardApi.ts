import type { DashboardStats } from "#contract/dashboard.ts";
import type { Task } from "#contract/task.ts";
import { api } from "#api/api.ts";
import { normaliseOverdue, normaliseStats } from "./normaliseDashboard.ts";

export const dashboardApi = api.injectEndpoints({
  endpoints: (build) => ({
    getStats: build.query<DashboardStats | null, void>({
      query: () => "/api/dashboard/stats",
      transformResponse: normaliseStats,
      providesTags: ["Dashboard"],
    }),
    getOverdue: build.query<Task[], void>({
      query: () => "/api/tasks/overdue",
      transformResponse: normaliseOverdue,
      providesTags: ["Dashboard"],
    }),
  }),
});

export const { useGetStatsQuery, useGetOverdueQuery } = dashboardApi;
