import { api } from "#api/api.ts";
import { WITHOUT_DESCRIPTIONS } from "#api/normaliseTask.ts";
import type { DashboardStats } from "#contract/dashboard.ts";
import type { TaskSummary } from "#contract/task.ts";
import { normaliseOverdue, normaliseStats } from "./normaliseDashboard.ts";

export const dashboardApi = api.injectEndpoints({
  endpoints: (build) => ({
    getStats: build.query<DashboardStats | null, void>({
      query: () => "/api/dashboard/stats",
      transformResponse: normaliseStats,
      providesTags: ["Dashboard"],
    }),
    getOverdue: build.query<TaskSummary[], void>({
      query: () => ({ url: "/api/tasks/overdue", params: WITHOUT_DESCRIPTIONS }),
      transformResponse: normaliseOverdue,
      providesTags: ["Dashboard"],
    }),
  }),
});

export const { useGetStatsQuery, useGetOverdueQuery } = dashboardApi;
