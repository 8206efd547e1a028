import { expect } from "@jest/globals";
import type { AuditAction } from "#contract/audit.ts";
import type { UserRow } from "#server/db/schema.ts";
import type { TestUser } from "#server/testing/server.ts";
import type { Effect, Row } from "./effects.ts";

/** What a call is made to. */
export interface Scene {
  admin: TestUser;
  /** Has a second session, whose id is `otherSessionId`. */
  member: TestUser;
  otherSessionId: string;
  taskId: string;
  teamId: string;
}

/** A call with nothing in its body but what belongs there, and all that it may do. */
export interface Sent {
  by: TestUser | null;
  ids?: string[];
  body: Row;
  effect: Effect;
}

export const PASSWORD = "a long password";
/** When all calls are made. */
export const LATER = "2026-03-15T12:00:01.000Z";
/** A text that the server made up. */
const SOMETHING: unknown = expect.not.stringMatching(/poison|^00000000-/);
const HASH: unknown = expect.stringMatching(/^\$argon2id\$(?!poison)/);

const session = (user: unknown): Row => ({
  id: SOMETHING,
  user_id: user,
  generation: 0,
  superseded: "[]",
  created_at: LATER,
  last_used_at: LATER,
});

/** The log's entry; names are those of the time. */
const entry = (
  action: AuditAction,
  { id, name }: Pick<UserRow, "id" | "name">,
  subject: Row,
  details: unknown = "{}",
): Row => ({
  id: SOMETHING,
  at: LATER,
  actor_id: id,
  actor_name: name,
  action,
  subject_kind: "user",
  team_id: null,
  details,
  ...subject,
});

const byThemselves = ({ id, name }: UserRow) => ({ subject_id: id, subject_name: name });

/** Every call with a body. One that isn't here fails the test, and so does a row too many. */
export const CALLS: Readonly<Record<string, (scene: Scene) => Sent>> = {
  "POST /api/auth/login": ({ member }) => ({
    by: null,
    body: { email: "max@example.com", password: PASSWORD },
    effect: { inserted: { sessions: [session(member.user.id)] } },
  }),
  "POST /api/auth/register": () => ({
    by: null,
    body: { email: "eve@example.com", password: PASSWORD, role: "member" },
    effect: {
      inserted: {
        users: [
          {
            id: SOMETHING,
            name: "Eve",
            email: "eve@example.com",
            email_key: "eve@example.com",
            role: "member",
            is_active: 1,
            awaiting_approval: 0,
            pending_email: null,
            pending_email_key: null,
            password_hash: HASH,
            created_at: LATER,
          },
        ],
        sessions: [session(SOMETHING)],
        audit_log: [
          entry(
            "user.registered",
            { id: SOMETHING as string, name: "Eve" },
            { subject_id: SOMETHING, subject_name: "Eve" },
            SOMETHING,
          ),
        ],
      },
    },
  }),
  "POST /api/auth/refresh": ({ admin }) => ({
    by: null,
    body: { refreshToken: admin.refreshToken },
    // The session was used a second ago, which is not written again.
    effect: {},
  }),
  "POST /api/tasks": ({ member }) => ({
    by: member,
    body: { title: "Another", priority: "High" },
    effect: {
      inserted: {
        tasks: [
          {
            id: SOMETHING,
            title: "Another",
            description: "",
            status: "Todo",
            priority: "High",
            due_date: null,
            assignee_id: member.user.id,
            team_id: null,
            created_by: member.user.id,
            created_at: LATER,
            updated_at: LATER,
            status_changed_at: LATER,
            version: 1,
            search_text: "another\n",
          },
        ],
      },
    },
  }),
  "PUT /api/tasks/:id": ({ member, taskId }) => ({
    by: member,
    ids: [taskId],
    body: { title: "Changed", priority: "Low" },
    effect: {
      changed: {
        tasks: [{ title: "Changed", search_text: "changed\n", updated_at: LATER, version: 2 }],
      },
    },
  }),
  "PATCH /api/kanban/:id/status": ({ member, taskId }) => ({
    by: member,
    ids: [taskId],
    body: { status: "Done" },
    effect: {
      changed: {
        tasks: [{ status: "Done", status_changed_at: LATER, updated_at: LATER, version: 2 }],
      },
    },
  }),
  "POST /api/tasks/:id/comments": ({ member, taskId }) => ({
    by: member,
    ids: [taskId],
    body: { comment: "A comment" },
    effect: {
      inserted: {
        comments: [
          {
            id: SOMETHING,
            task_id: taskId,
            user_id: member.user.id,
            user_name: "Max",
            comment: "A comment",
            created_at: LATER,
          },
        ],
      },
    },
  }),
  "PUT /api/users/:id": ({ admin, member }) => ({
    by: admin,
    ids: [member.user.id],
    body: { role: "admin" },
    effect: {
      changed: { users: [{ role: "admin" }] },
      inserted: {
        audit_log: [entry("user.role_changed", admin.user, byThemselves(member.user), SOMETHING)],
      },
    },
  }),
  "POST /api/teams": ({ admin }) => ({
    by: admin,
    body: { name: "Another team" },
    effect: {
      inserted: {
        teams: [{ id: SOMETHING, name: "Another team", description: "", created_at: LATER }],
        audit_log: [
          entry("team.created", admin.user, {
            subject_kind: "team",
            subject_id: SOMETHING,
            subject_name: "Another team",
          }),
        ],
      },
    },
  }),
  "POST /api/teams/:id/members": ({ admin, member, teamId }) => ({
    by: admin,
    ids: [teamId],
    body: { userId: member.user.id },
    effect: {
      inserted: {
        team_members: [{ team_id: teamId, user_id: member.user.id, added_at: LATER }],
        audit_log: [
          entry(
            "team.member_added",
            admin.user,
            { ...byThemselves(member.user), team_id: teamId },
            SOMETHING,
          ),
        ],
      },
    },
  }),
  "PUT /api/profile": ({ member }) => ({
    by: member,
    body: { name: "Max", email: "Max@example.org", currentPassword: PASSWORD },
    effect: {
      changed: { users: [{ email: "Max@example.org", email_key: "max@example.org" }] },
      inserted: {
        audit_log: [entry("user.email_changed", member.user, byThemselves(member.user), SOMETHING)],
      },
    },
  }),
  "PUT /api/profile/password": ({ member, otherSessionId }) => ({
    by: member,
    body: { currentPassword: PASSWORD, newPassword: "another password" },
    effect: {
      changed: { users: [{ password_hash: HASH }] },
      deleted: { sessions: [expect.objectContaining({ id: otherSessionId })] },
      inserted: {
        audit_log: [entry("user.password_changed", member.user, byThemselves(member.user))],
      },
    },
  }),
  "POST /api/auth/logout": ({ member }) => ({
    by: null,
    body: { refreshToken: member.refreshToken },
    effect: { deleted: { sessions: [expect.objectContaining({ id: member.sessionId })] } },
  }),
};
