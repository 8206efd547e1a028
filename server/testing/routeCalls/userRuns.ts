import { admins, entry, GENERATED, LATER, type RouteCall } from "./scene.ts";

export const USER_RUNS_CALLS: Readonly<Record<string, RouteCall>> = {
  "GET /api/user-runs": admins(),
  "GET /api/user-runs/:id": admins(({ runId }) => ({ ids: [runId] })),
  "GET /api/user-runs/:id/items": admins(({ runId }) => ({ ids: [runId] })),
  "GET /api/user-runs/:id/items.csv": admins(({ runId }) => ({ ids: [runId] })),
  "POST /api/user-runs/check": admins(({ member }) => ({
    body: { action: "deactivate", user_ids: member.user.id },
  })),
  "POST /api/user-runs": admins(({ admin, member }) => ({
    body: { action: "role", role: "admin", user_ids: member.user.id, confirm_count: 1 },
    effect: {
      changed: { users: [{ role: "admin" }] },
      inserted: {
        user_runs: [
          {
            id: GENERATED,
            action: "role",
            role: "admin",
            team_id: null,
            team_name: "",
            hand_over_to: null,
            hand_over_name: "",
            state: "done",
            created_at: LATER,
            created_by: admin.user.id,
            created_by_name: "Ada",
            finished_at: LATER,
            undone_by: null,
            undone_by_name: "",
            stop_reason: "",
            total: 1,
            lease_owner: null,
            lease_until: null,
          },
        ],
        user_run_items: [
          {
            run_id: GENERATED,
            position: 1,
            user_id: member.user.id,
            user_name: "Max",
            user_email: member.user.email,
            result: "done",
            reason: "",
            before: "member",
            changed_at: LATER,
          },
        ],
        audit_log: [
          entry(
            "users.run_ended",
            admin.user,
            { subject_id: GENERATED, subject_name: "" },
            GENERATED,
          ),
        ],
      },
    },
  })),
  "POST /api/user-runs/:id/stop": admins(({ runId }) => ({ ids: [runId] })),
  "POST /api/user-runs/:id/undo": admins(({ admin, runId }) => ({
    ids: [runId],
    effect: {
      changed: {
        users: [{ role: "member" }],
        user_runs: [{ state: "undone", undone_by: admin.user.id, undone_by_name: "Ada" }],
        user_run_items: [{ result: "undone" }],
      },
      inserted: {
        audit_log: [
          entry("users.run_undone", admin.user, { subject_id: runId, subject_name: "" }, GENERATED),
        ],
      },
    },
  })),
};
