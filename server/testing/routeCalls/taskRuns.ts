import { type RouteCall, users } from "./scene.ts";

export const TASK_RUNS_CALLS: Readonly<Record<string, RouteCall>> = {
  "GET /api/task-runs": users(),
  "GET /api/task-runs/:id": users(({ taskRunId }) => ({ ids: [taskRunId] })),
  "GET /api/task-runs/:id/items": users(({ taskRunId }) => ({ ids: [taskRunId] })),
  "GET /api/task-runs/:id/items.csv": users(({ taskRunId }) => ({ ids: [taskRunId] })),
  "POST /api/task-runs": users(({ taskId }) => ({
    body: { action: "change", task_ids: taskId, priority: "Low" },
  })),
  "POST /api/task-runs/:id/stop": users(({ taskRunId }) => ({ ids: [taskRunId] })),
  "POST /api/task-runs/:id/undo": users(({ taskRunId }) => ({ ids: [taskRunId] })),
};
