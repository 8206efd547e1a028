import { admins, type RouteCall, users } from "./scene.ts";

/** Imports, and bulk actions on users and tasks. */
export const JOBS_CALLS: Readonly<Record<string, RouteCall>> = {
  "GET /api/imports": admins(),
  "GET /api/imports/:id": admins(({ draftId }) => ({ ids: [draftId] })),
  "GET /api/imports/:id/report": admins(({ importId }) => ({ ids: [importId] })),
  "POST /api/imports": admins(() => ({
    body: {
      name: "Board",
      lists: [{ id: "list", name: "Later" }],
      cards: [{ id: "card", name: "A card" }],
    },
  })),
  "POST /api/imports/:id/run": admins(({ draftId }) => ({ ids: [draftId], body: { dry: true } })),
  "POST /api/imports/:id/undo": admins(({ importId }) => ({ ids: [importId] })),
  "GET /api/user-runs": admins(),
  "GET /api/user-runs/:id": admins(({ runId }) => ({ ids: [runId] })),
  "GET /api/user-runs/:id/items": admins(({ runId }) => ({ ids: [runId] })),
  "GET /api/user-runs/:id/items.csv": admins(({ runId }) => ({ ids: [runId] })),
  "POST /api/user-runs/check": admins(({ member }) => ({
    body: { action: "deactivate", user_ids: member.user.id },
  })),
  "POST /api/user-runs": admins(({ member }) => ({
    body: { action: "role", role: "admin", user_ids: member.user.id, confirm_count: 1 },
    effect: { changed: { users: [{ role: "admin" }] } },
  })),
  "POST /api/user-runs/:id/stop": admins(({ runId }) => ({ ids: [runId] })),
  "POST /api/user-runs/:id/undo": admins(({ runId }) => ({
    ids: [runId],
    effect: { changed: { users: [{ role: "member" }] } },
  })),
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
