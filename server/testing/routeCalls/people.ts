import { expect } from "@jest/globals";
import { admins, LATER, ofUser, REVOKED, type RouteCall, users } from "./scene.ts";

export const PEOPLE_CALLS: Readonly<Record<string, RouteCall>> = {
  "PUT /api/users/:id": admins(({ member }) => ({
    ids: [member.user.id],
    body: { role: "admin" },
    effect: {
      changed: { users: [{ role: "admin" }] },
    },
  })),
  "POST /api/teams": admins(() => ({
    body: { name: "Another team" },
  })),
  "POST /api/teams/:id/members": admins(({ member, teamId }) => ({
    ids: [teamId],
    body: { userId: member.user.id },
    effect: {
      inserted: {
        team_members: [{ team_id: teamId, user_id: member.user.id, added_at: LATER }],
      },
    },
  })),
  "GET /api/users": users(),
  "GET /api/users/open-tasks": admins(),
  "POST /api/users/:id/hand-over": admins(({ admin, member }) => ({
    ids: [member.user.id],
    body: { to: admin.user.id },
  })),
  "GET /api/users/:id": users(({ member }) => ({ ids: [member.user.id] })),
  "DELETE /api/users/:id": admins(({ member }) => ({
    ids: [member.user.id],
    effect: {
      changed: { secrets: [REVOKED, REVOKED, REVOKED] },
      deleted: {
        users: [expect.objectContaining({ id: member.user.id })],
        sessions: [ofUser(member), ofUser(member)],
      },
    },
  })),
  "GET /api/teams": admins(),
  "GET /api/teams/names": users(),
  "GET /api/teams/:id": admins(({ teamId }) => ({ ids: [teamId] })),
  "DELETE /api/teams/:id/members/:userId": admins(({ admin, teamId }) => ({
    ids: [teamId, admin.user.id],
    effect: {
      deleted: { team_members: [expect.objectContaining({ user_id: admin.user.id })] },
    },
  })),
  "GET /api/audit": admins(),
};
