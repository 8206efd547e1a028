import type { UserRunResponse } from "#contract/userRun.ts";

import { type CheckedCalls } from "./checkedCalls.ts";

/** Users, teams and the audit log. */
export async function failUsers({ server, admin, call, create }: CheckedCalls): Promise<void> {
  const { user } = await server.as("member");
  await call("GET /api/users", { query: "?limit=1", by: await server.as("member") });
  await call("PUT /api/users/:id", { ids: [user.id], body: { is_active: true } });
  await call("PUT /api/users/:id", { ids: [user.id], body: {} });
  await call("PUT /api/users/:id", { ids: [admin.user.id], body: { role: "member" } });
  const team = await create("POST /api/teams", { name: "Team", description: "All of us" });
  const body = { userId: user.id };
  await call("POST /api/teams/:id/members", { ids: [team], body });
  await call("POST /api/teams/:id/members", { ids: [team], body });
  const handOver = "POST /api/users/:id/hand-over";
  await call(handOver, { ids: [user.id], body: { to: admin.user.id } });
  await call(handOver, { ids: [user.id], body: { to: null } });
  await call(handOver, { ids: [user.id], body: {} });
  await call("DELETE /api/users/:id", { ids: [user.id] });
  await call("DELETE /api/users/:id", { ids: [admin.user.id] });
  await call("GET /api/audit", { query: "?limit=none" });
}

/** Bulk actions on users. */
export async function failUserRuns({ server, call }: CheckedCalls): Promise<void> {
  const leaver = await server.as("member");
  const [action, user_ids] = ["delete", leaver.user.id];
  await call("POST /api/user-runs/check", { body: { action, user_ids } });
  const made = await call("POST /api/user-runs", { body: { action, user_ids, confirm_count: 1 } });
  const ids = [(made.body as UserRunResponse).run.id];
  await call("GET /api/user-runs/:id/items", { ids });
  await call("POST /api/user-runs/:id/undo", { ids });
}
