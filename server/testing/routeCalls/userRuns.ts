import { admins, type RouteCall } from "./scene.ts";

export const USER_RUNS_CALLS: Readonly<Record<string, RouteCall>> = {
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
};
