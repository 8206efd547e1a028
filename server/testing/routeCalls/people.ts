import { expect } from "@jest/globals";
import {
  admins,
  entry,
  GENERATED,
  LATER,
  ofUser,
  ownSubject,
  REVOKED,
  type RouteCall,
  users,
} from "./scene.ts";

export const PEOPLE_CALLS: Readonly<Record<string, RouteCall>> = {
  "PUT /api/users/:id": admins(({ admin, member }) => ({
    ids: [member.user.id],
    body: { role: "admin" },
    effect: {
      changed: { users: [{ role: "admin" }] },
      inserted: {
        audit_log: [entry("user.role_changed", admin.user, ownSubject(member.user), GENERATED)],
      },
    },
  })),
  "POST /api/teams": admins(({ admin }) => ({
    body: { name: "Another team" },
    effect: {
      inserted: {
        teams: [{ id: GENERATED, name: "Another team", description: "", created_at: LATER }],
        audit_log: [
          entry("team.created", admin.user, {
            subject_kind: "team",
            subject_id: GENERATED,
            subject_name: "Another team",
          }),
        ],
      },
    },
  })),
  "POST /api/teams/:id/members": admins(({ admin, member, teamId }) => ({
    ids: [teamId],
    body: { userId: member.user.id },
    effect: {
      inserted: {
        team_members: [{ team_id: teamId, user_id: member.user.id, added_at: LATER }],
        audit_log: [
          entry(
            "team.member_added",
            admin.user,
            { ...ownSubject(member.user), team_id: teamId },
            GENERATED,
          ),
        ],
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
  "DELETE /api/users/:id": admins(({ admin, member }) => ({
    ids: [member.user.id],
    effect: {
      changed: { comments: [{ user_id: null }], links: [REVOKED] },
      deleted: {
        users: [expect.objectContaining({ id: member.user.id })],
        sessions: [ofUser(member), ofUser(member)],
        api_tokens: [ofUser(member)],
        calendar_feeds: [ofUser(member)],
      },
      inserted: {
        audit_log: expect.arrayContaining([
          entry("user.deleted", admin.user, ownSubject(member.user)),
          entry("reset_link.revoked", admin.user, ownSubject(member.user)),
        ]) as unknown as unknown[],
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
      inserted: {
        audit_log: [
          entry(
            "team.member_removed",
            admin.user,
            { ...ownSubject(admin.user), team_id: teamId },
            GENERATED,
          ),
        ],
      },
    },
  })),
  "GET /api/audit": admins(),
};
