import { expect } from "@jest/globals";
import type { AuditAction } from "#contract/audit.ts";
import type { FieldChange, HistoryKind } from "#contract/taskHistory.ts";
import type { UserRow } from "#server/db/schema.ts";
import type { Access } from "#server/http/apiRoute.ts";
import type { TestUser } from "#server/testing/server.ts";
import type { Effect, Row } from "./massAssignment/effects.ts";

/** The users and rows that a call refers to. */
export interface Scene {
  admin: TestUser;
  /** Has a second session, whose id is `otherSessionId`. */
  member: TestUser;
  otherSessionId: string;
  taskId: string;
  deletedTaskId: string;
  /** A comment of the member on the task. */
  commentId: string;
  /** An API token of the member. */
  apiTokenId: string;
  /** The admin is a member of this team. */
  teamId: string;
  /** Has a code that signs in, and an unconfirmed identity with a code that links it. */
  linked: TestUser;
  signInCode: string;
  linkCode: string;
  identityId: string;
  /** The last part of the address of the member's calendar feed. */
  calendarFile: string;
  /** An open invitation for new@example.com, and a reset link of the member; both by the admin. */
  linkId: string;
  invitationToken: string;
  resetToken: string;
  /** A bulk action that made the linked user an admin. */
  runId: string;
  /** A draft of one task, and an import that created one. */
  draftId: string;
  importId: string;
  /** A webhook that no call concerns, and its delivery of a test. */
  webhookId: string;
  deliveryId: string;
}

/** A successful call whose body has only documented fields. */
export interface Sent {
  ids?: string[];
  body?: Row;
  /** The response's status, if only a provider could make the call succeed. */
  status?: number;
  /** All changes that the call may make to the database; none by default. */
  effect?: Effect;
}

/** The access level of a route, and a call by a user who has it. */
export interface RouteCall {
  access: Access;
  send: (scene: Scene) => Sent;
}

export const PASSWORD = "a long password";
/** The time of all calls. */
export const LATER = "2026-03-15T12:00:01.000Z";
/** A text that the server generated. */
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

const ofUser = ({ user }: TestUser): unknown => expect.objectContaining({ user_id: user.id });

/** An entry of the audit log, with the names at the time of the call. */
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

const theTask = (subject_id: string, subject_name: string) => ({
  subject_kind: "task",
  subject_id,
  subject_name,
});

/** An entry of a task's history. Its changes are a list in JSON. */
const historyEntry = (
  kind: HistoryKind,
  { id, name }: Pick<UserRow, "id" | "name">,
  task_id: unknown,
  changes: readonly FieldChange[] = [],
): Row => ({
  id: SOMETHING,
  task_id,
  at: LATER,
  actor_id: id,
  actor_name: name,
  kind,
  changes: JSON.stringify(changes),
});

/** An open link that the admin has just made. */
const link = ({ user }: TestUser, fields: Row): Row => ({
  id: SOMETHING,
  token_hash: SOMETHING,
  name: "",
  role: null,
  teams: "[]",
  user_id: null,
  maker_id: user.id,
  maker_name: user.name,
  made_at: LATER,
  expires_at: "2026-03-18T12:00:01.000Z",
  ended_at: null,
  ended_as: null,
  mail: null,
  ...fields,
});

const REVOKED: Row = { ended_at: LATER, ended_as: "revoked" };
const USED: Row = { ended_at: LATER, ended_as: "used" };
const NEW_ACCOUNT = { id: SOMETHING as string, name: "New" };

const invitationOf = (email: string): Row => ({
  kind: "invitation",
  email,
  email_key: email,
  role: "member",
});

const theInvitation = (email: string, subject_id: unknown = SOMETHING) => ({
  subject_id,
  subject_name: email,
});

const webhookEntry = (action: AuditAction, user: UserRow): Row =>
  entry(action, user, byThemselves(user), '{"to":"example.com"}');

const by =
  (access: Access) =>
  (send: RouteCall["send"] = () => ({})): RouteCall => ({ access, send });
const anyone = by("public");
const users = by("user");
const admins = by("admin");

/**
 * Every route with its access level (§6, §7). The tests of roles, of the API document and of mass
 * assignment iterate over this list. They fail if a route is missing or a row has no route.
 */
export const ROUTE_CALLS: Readonly<Record<string, RouteCall>> = {
  "POST /api/auth/login": anyone(({ member }) => ({
    body: { email: "max@example.com", password: PASSWORD },
    effect: { inserted: { sessions: [session(member.user.id)] } },
  })),
  "POST /api/auth/register": anyone(() => ({
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
            last_seen_at: null,
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
  })),
  "POST /api/auth/refresh": anyone(({ admin }) => ({
    body: { refreshToken: admin.refreshToken },
    // The session was used a second ago, so its last use is not updated.
    effect: {},
  })),
  "POST /api/tasks": users(({ member }) => ({
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
        task_history: [historyEntry("created", member.user, SOMETHING)],
      },
    },
  })),
  "PUT /api/tasks/:id": users(({ member, taskId }) => ({
    ids: [taskId],
    body: { title: "Changed", priority: "Low" },
    effect: {
      changed: {
        tasks: [{ title: "Changed", search_text: "changed\n", updated_at: LATER, version: 2 }],
      },
      inserted: {
        task_history: [
          historyEntry("changed", member.user, taskId, [
            { field: "title", from: "Task", to: "Changed" },
          ]),
        ],
      },
    },
  })),
  "PATCH /api/tasks/:id": users(({ member, taskId }) => ({
    ids: [taskId],
    body: { priority: "High" },
    effect: {
      changed: { tasks: [{ priority: "High", updated_at: LATER, version: 2 }] },
      inserted: {
        task_history: [
          historyEntry("changed", member.user, taskId, [
            { field: "priority", from: "Low", to: "High" },
          ]),
        ],
      },
    },
  })),
  "PATCH /api/kanban/:id/status": users(({ member, taskId }) => ({
    ids: [taskId],
    body: { status: "Done" },
    effect: {
      changed: {
        tasks: [{ status: "Done", status_changed_at: LATER, updated_at: LATER, version: 2 }],
      },
      inserted: {
        task_history: [
          historyEntry("changed", member.user, taskId, [
            { field: "status", from: "Todo", to: "Done" },
          ]),
        ],
      },
    },
  })),
  "POST /api/tasks/:id/comments": users(({ admin, member, taskId }) => ({
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
            search_text: "a comment",
            created_at: LATER,
            edited_at: null,
          },
        ],
        notifications: [
          {
            user_id: admin.user.id,
            id: SOMETHING,
            kind: "commented",
            task_id: taskId,
            comment_id: SOMETHING,
            actor_id: member.user.id,
            actor_name: "Max",
            created_at: LATER,
            read_at: null,
          },
        ],
        task_history: [historyEntry("commented", member.user, taskId)],
      },
    },
  })),
  "PATCH /api/tasks/:id/comments/:commentId": users(({ member, taskId, commentId }) => ({
    ids: [taskId, commentId],
    body: { comment: "Edited" },
    effect: {
      changed: { comments: [{ comment: "Edited", search_text: "edited", edited_at: LATER }] },
      inserted: { task_history: [historyEntry("comment_edited", member.user, taskId)] },
    },
  })),
  "PUT /api/users/:id": admins(({ admin, member }) => ({
    ids: [member.user.id],
    body: { role: "admin" },
    effect: {
      changed: { users: [{ role: "admin" }] },
      inserted: {
        audit_log: [entry("user.role_changed", admin.user, byThemselves(member.user), SOMETHING)],
      },
    },
  })),
  "POST /api/teams": admins(({ admin }) => ({
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
            { ...byThemselves(member.user), team_id: teamId },
            SOMETHING,
          ),
        ],
      },
    },
  })),
  "PUT /api/profile": users(({ member }) => ({
    body: { name: "Max", email: "Max@example.org", currentPassword: PASSWORD },
    effect: {
      changed: { users: [{ email: "Max@example.org", email_key: "max@example.org" }] },
      inserted: {
        audit_log: [entry("user.email_changed", member.user, byThemselves(member.user), SOMETHING)],
      },
    },
  })),
  "PUT /api/profile/password": users(({ member, otherSessionId, apiTokenId }) => ({
    body: { currentPassword: PASSWORD, newPassword: "another password" },
    effect: {
      changed: { users: [{ password_hash: HASH }] },
      deleted: {
        sessions: [expect.objectContaining({ id: otherSessionId })],
        api_tokens: [expect.objectContaining({ id: apiTokenId })],
      },
      inserted: {
        audit_log: [entry("user.password_changed", member.user, byThemselves(member.user))],
      },
    },
  })),
  "POST /api/auth/logout": anyone(({ member }) => ({
    body: { refreshToken: member.refreshToken },
    effect: { deleted: { sessions: [expect.objectContaining({ id: member.sessionId })] } },
  })),
  "GET /api/auth/options": anyone(),
  // The provider that tests configure doesn't respond.
  "GET /api/auth/oidc/:provider/start": anyone(() => ({ ids: ["test"] })),
  "GET /api/auth/oidc/:provider/callback": anyone(() => ({ ids: ["test"] })),
  "GET /api/auth/oidc/:provider/logout": anyone(() => ({ ids: ["test"] })),
  "POST /api/auth/oidc/:provider/backchannel-logout": anyone(() => ({
    ids: ["test"],
    body: { logout_token: "nonsense" },
    status: 503,
  })),
  "POST /api/auth/oidc/exchange": anyone(({ linked, signInCode }) => ({
    body: { code: signInCode },
    effect: {
      inserted: { sessions: [session(linked.user.id)] },
      deleted: { sign_in_codes: [ofUser(linked)] },
    },
  })),
  "POST /api/auth/oidc/link": anyone(({ linked, linkCode }) => ({
    body: { code: linkCode, password: PASSWORD },
    effect: {
      inserted: {
        sessions: [session(linked.user.id)],
        oidc_sessions: [{ session_id: SOMETHING, provider: "test", subject: "lin", sid: null }],
        audit_log: [
          entry(
            "user.identity_linked",
            linked.user,
            byThemselves(linked.user),
            JSON.stringify({ to: "Test ID" }),
          ),
        ],
      },
      changed: { identities: [{ confirmed_at: LATER }] },
      deleted: { sign_in_codes: [ofUser(linked)] },
    },
  })),
  "GET /api/users/:id/identities": admins(({ linked }) => ({ ids: [linked.user.id] })),
  "POST /api/users/:id/identities/:identityId/confirm": admins(({ admin, linked, identityId }) => ({
    ids: [linked.user.id, identityId],
    effect: {
      changed: { identities: [{ confirmed_at: LATER }] },
      inserted: {
        audit_log: [
          entry("user.identity_linked", admin.user, byThemselves(linked.user), SOMETHING),
        ],
      },
    },
  })),
  "DELETE /api/users/:id/identities/:identityId": admins(({ admin, linked, identityId }) => ({
    ids: [linked.user.id, identityId],
    effect: {
      deleted: {
        identities: [expect.objectContaining({ id: identityId })],
        sign_in_codes: [ofUser(linked)],
      },
      inserted: {
        audit_log: [
          entry("user.identity_unlinked", admin.user, byThemselves(linked.user), SOMETHING),
        ],
      },
    },
  })),
  "GET /api/auth/me": users(),
  "DELETE /api/auth/sessions": users(({ member }) => ({
    effect: {
      deleted: { sessions: [ofUser(member), ofUser(member)] },
      inserted: {
        audit_log: [entry("user.signed_out_everywhere", member.user, byThemselves(member.user))],
      },
    },
  })),
  "GET /api/dashboard/stats": users(),
  "GET /api/tasks/overdue": users(),
  "GET /api/tasks/search": users(),
  "GET /api/tasks/:id": users(({ taskId }) => ({ ids: [taskId] })),
  "DELETE /api/tasks/:id": users(({ member, taskId: id, commentId }) => ({
    ids: [id],
    effect: {
      deleted: {
        tasks: [expect.objectContaining({ id })],
        comments: [expect.objectContaining({ id: commentId })],
      },
      inserted: {
        deleted_comments: [expect.objectContaining({ id: commentId })],
        deleted_tasks: [expect.objectContaining({ id, title: "Task", deleted_at: LATER })],
        audit_log: [entry("task.deleted", member.user, theTask(id, "Task"))],
        task_history: [historyEntry("deleted", member.user, id)],
      },
    },
  })),
  "POST /api/tasks/:id/restore": admins(({ admin, deletedTaskId: id }) => ({
    ids: [id],
    effect: {
      deleted: { deleted_tasks: [expect.objectContaining({ id })] },
      inserted: {
        tasks: [expect.objectContaining({ id, title: "Deleted", version: 2 })],
        audit_log: [entry("task.restored", admin.user, theTask(id, "Deleted"))],
        task_history: [historyEntry("restored", admin.user, id)],
      },
    },
  })),
  "GET /api/tasks/:id/comments": users(({ taskId }) => ({ ids: [taskId] })),
  "DELETE /api/tasks/:id/comments/:commentId": users(({ member, taskId, commentId }) => ({
    ids: [taskId, commentId],
    effect: {
      deleted: { comments: [expect.objectContaining({ id: commentId })] },
      inserted: { task_history: [historyEntry("comment_deleted", member.user, taskId)] },
    },
  })),
  "GET /api/tasks/:id/history": users(({ taskId }) => ({ ids: [taskId] })),
  "GET /api/inbox": users(),
  "POST /api/inbox/read": users(() => ({ body: { until: LATER } })),
  "GET /api/inbox/settings": users(),
  "PUT /api/inbox/settings": users(({ member }) => ({
    body: { commented: false },
    effect: {
      inserted: { muted_notifications: [{ user_id: member.user.id, kind: "commented" }] },
    },
  })),
  "GET /api/kanban/board": users(),
  "GET /api/kanban/changes": users(),
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
      changed: { comments: [{ user_id: null }] },
      deleted: {
        users: [expect.objectContaining({ id: member.user.id })],
        sessions: [ofUser(member), ofUser(member)],
        api_tokens: [ofUser(member)],
        calendar_feeds: [ofUser(member)],
      },
      inserted: {
        audit_log: [entry("user.deleted", admin.user, byThemselves(member.user))],
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
            { ...byThemselves(admin.user), team_id: teamId },
            SOMETHING,
          ),
        ],
      },
    },
  })),
  "POST /api/auth/forgot-password": anyone(() => ({ body: { email: "max@example.com" } })),
  "GET /api/links": admins(),
  "POST /api/invitations": admins(({ admin }) => ({
    body: { list: "eve@example.com", role: "member", teams: "" },
    effect: {
      inserted: {
        links: [link(admin, invitationOf("eve@example.com"))],
        audit_log: [
          entry("invitation.made", admin.user, theInvitation("eve@example.com"), '{"to":"member"}'),
        ],
      },
    },
  })),
  "POST /api/links/:id/renew": admins(({ admin, linkId }) => ({
    ids: [linkId],
    effect: {
      changed: { links: [REVOKED] },
      inserted: {
        links: [link(admin, invitationOf("new@example.com"))],
        audit_log: expect.arrayContaining([
          entry("invitation.revoked", admin.user, theInvitation("new@example.com", linkId)),
          entry("invitation.made", admin.user, theInvitation("new@example.com"), '{"to":"member"}'),
        ]) as unknown as unknown[],
      },
    },
  })),
  "DELETE /api/links/:id": admins(({ admin, linkId }) => ({
    ids: [linkId],
    effect: {
      changed: { links: [REVOKED] },
      inserted: {
        audit_log: [
          entry("invitation.revoked", admin.user, theInvitation("new@example.com", linkId)),
        ],
      },
    },
  })),
  "POST /api/users/:id/reset-link": admins(({ admin, member }) => ({
    ids: [member.user.id],
    effect: {
      changed: { links: [REVOKED] },
      inserted: {
        links: [
          link(admin, {
            kind: "reset",
            email: "max@example.com",
            email_key: "max@example.com",
            name: "Max",
            user_id: member.user.id,
          }),
        ],
        audit_log: expect.arrayContaining([
          entry("reset_link.revoked", admin.user, byThemselves(member.user)),
          entry("reset_link.made", admin.user, byThemselves(member.user)),
        ]) as unknown as unknown[],
      },
    },
  })),
  "POST /api/links/open": anyone(({ invitationToken: token }) => ({ body: { token } })),
  "POST /api/links/accept": anyone(({ invitationToken: token, linkId }) => ({
    body: { token, name: "New", password: PASSWORD },
    effect: {
      changed: { links: [USED] },
      inserted: {
        users: [expect.objectContaining({ name: "New", role: "member", password_hash: HASH })],
        sessions: [session(SOMETHING)],
        audit_log: expect.arrayContaining([
          entry("invitation.used", NEW_ACCOUNT, theInvitation("new@example.com", linkId)),
          entry(
            "user.registered",
            NEW_ACCOUNT,
            { subject_id: SOMETHING, subject_name: "New" },
            SOMETHING,
          ),
        ]) as unknown as unknown[],
      },
    },
  })),
  "POST /api/links/reset": anyone(({ member, resetToken: token, apiTokenId }) => ({
    body: { token, password: "another password" },
    effect: {
      changed: { links: [USED], users: [{ password_hash: HASH }] },
      deleted: {
        sessions: [ofUser(member), ofUser(member)],
        api_tokens: [expect.objectContaining({ id: apiTokenId })],
      },
      inserted: {
        audit_log: [entry("reset_link.used", member.user, byThemselves(member.user))],
      },
    },
  })),
  "GET /api/audit": admins(),
  "GET /api/tasks/export.csv": users(),
  "GET /api/export": admins(({ admin }) => ({
    effect: {
      inserted: { audit_log: [entry("data.exported", admin.user, byThemselves(admin.user))] },
    },
  })),
  "GET /api/profile/export": users(),
  "GET /api/profile/calendar": users(),
  "POST /api/profile/calendar": users(({ member }) => ({
    effect: {
      changed: { calendar_feeds: [{ token_hash: SOMETHING, created_at: LATER }] },
      inserted: {
        audit_log: [entry("user.calendar_feed_created", member.user, byThemselves(member.user))],
      },
    },
  })),
  "DELETE /api/profile/calendar": users(({ member }) => ({
    effect: {
      deleted: { calendar_feeds: [ofUser(member)] },
      inserted: {
        audit_log: [entry("user.calendar_feed_revoked", member.user, byThemselves(member.user))],
      },
    },
  })),
  "GET /api/calendar/:file": anyone(({ calendarFile }) => ({ ids: [calendarFile] })),
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
            id: SOMETHING,
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
            total: 1,
            lease_owner: null,
            lease_until: null,
          },
        ],
        user_run_items: [
          {
            run_id: SOMETHING,
            position: 1,
            user_id: member.user.id,
            user_name: "Max",
            result: "done",
            reason: "",
            before: "member",
            changed_at: LATER,
          },
        ],
        audit_log: [
          entry(
            "users.run_started",
            admin.user,
            { subject_id: SOMETHING, subject_name: "" },
            SOMETHING,
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
        user_runs: [{ state: "undone", undone_by: admin.user.id }],
        user_run_items: [{ result: "undone" }],
      },
      inserted: {
        audit_log: [
          entry("users.run_undone", admin.user, { subject_id: runId, subject_name: "" }, SOMETHING),
        ],
      },
    },
  })),
  "GET /api/imports": admins(),
  "GET /api/imports/:id": admins(({ draftId }) => ({ ids: [draftId] })),
  "GET /api/imports/:id/report": admins(({ importId }) => ({ ids: [importId] })),
  "POST /api/imports": admins(({ admin }) => ({
    body: { lists: [{ id: "list", name: "Later" }], cards: [{ id: "card", name: "A card" }] },
    effect: {
      inserted: {
        imports: [
          {
            id: SOMETHING,
            source: "trello",
            file_name: "",
            state: "draft",
            created_at: LATER,
            created_by: admin.user.id,
            created_by_name: "Ada",
            started_at: null,
            finished_at: null,
            busy_until: null,
            outline: SOMETHING,
            mapping: SOMETHING,
            total: 1,
          },
        ],
        import_items: [
          {
            import_id: SOMETHING,
            position: 1,
            source_id: "card",
            data: SOMETHING,
            title: "A card",
            list: "",
            outcome: null,
            remarks: "[]",
            task_id: null,
          },
        ],
      },
    },
  })),
  "POST /api/imports/:id/run": admins(({ draftId }) => ({
    ids: [draftId],
    body: { dry: true },
    effect: {
      changed: {
        imports: [{ state: "checked", mapping: SOMETHING }],
        import_items: [{ outcome: "imported" }],
      },
    },
  })),
  "POST /api/imports/:id/undo": admins(({ admin, importId }) => ({
    ids: [importId],
    effect: {
      deleted: {
        tasks: [expect.objectContaining({ title: "Imported" })],
        task_history: [expect.objectContaining({ kind: "created" })],
        import_sources: [expect.objectContaining({ source: "csv" })],
      },
      changed: {
        imports: [{ state: "undone" }],
        import_items: [{ outcome: "removed", task_id: null }],
      },
      inserted: {
        audit_log: [entry("tasks.import_undone", admin.user, byThemselves(admin.user), SOMETHING)],
      },
    },
  })),
  "GET /api/webhooks": admins(),
  "POST /api/webhooks": admins(({ admin }) => ({
    body: { url: "https://example.com/hook", events: "task.created" },
    effect: {
      inserted: {
        webhooks: [
          {
            id: SOMETHING,
            url: "https://example.com/hook",
            description: "",
            events: "task.created",
            is_active: 1,
            secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/),
            created_at: LATER,
            failing_since: null,
            off_reason: null,
          },
        ],
        audit_log: [webhookEntry("webhook.created", admin.user)],
      },
    },
  })),
  "PATCH /api/webhooks/:id": admins(({ admin, webhookId }) => ({
    ids: [webhookId],
    body: { description: "Deploys" },
    effect: {
      changed: { webhooks: [{ description: "Deploys" }] },
      inserted: { audit_log: [webhookEntry("webhook.changed", admin.user)] },
    },
  })),
  "DELETE /api/webhooks/:id": admins(({ admin, webhookId, deliveryId }) => ({
    ids: [webhookId],
    effect: {
      deleted: {
        webhooks: [expect.objectContaining({ id: webhookId })],
        webhook_deliveries: [expect.objectContaining({ id: deliveryId })],
      },
      inserted: { audit_log: [webhookEntry("webhook.deleted", admin.user)] },
    },
  })),
  "POST /api/webhooks/:id/secret": admins(({ admin, webhookId }) => ({
    ids: [webhookId],
    effect: {
      changed: { webhooks: [{ secret: expect.stringMatching(/^whsec_/) }] },
      inserted: { audit_log: [webhookEntry("webhook.secret_rotated", admin.user)] },
    },
  })),
  "GET /api/webhooks/:id/deliveries": admins(({ webhookId }) => ({ ids: [webhookId] })),
  "POST /api/webhooks/:id/deliveries/:deliveryId/redelivery": admins(
    ({ webhookId, deliveryId }) => ({
      ids: [webhookId, deliveryId],
      effect: { changed: { webhook_deliveries: [{ next_attempt_at: LATER }] } },
    }),
  ),
  "POST /api/webhooks/:id/test": admins(({ webhookId }) => ({
    ids: [webhookId],
    effect: {
      inserted: {
        webhook_deliveries: [
          expect.objectContaining({ webhook_id: webhookId, event: "webhook.test", attempts: 0 }),
        ],
      },
    },
  })),
  "GET /api/profile": users(),
  "GET /api/tokens": users(),
  "POST /api/tokens": users(({ member }) => ({
    body: { name: "Deploy", scope: "write", days: 7 },
    effect: {
      inserted: {
        api_tokens: [
          {
            id: SOMETHING,
            user_id: member.user.id,
            name: "Deploy",
            scope: "write",
            secret_hash: expect.stringMatching(/^[\w-]{43}$/),
            created_at: LATER,
            expires_at: "2026-03-22T12:00:01.000Z",
            last_used_on: null,
          },
        ],
        audit_log: [entry("user.token_created", member.user, byThemselves(member.user), SOMETHING)],
      },
    },
  })),
  "DELETE /api/tokens/:id": users(({ member, apiTokenId }) => ({
    ids: [apiTokenId],
    effect: {
      deleted: { api_tokens: [expect.objectContaining({ id: apiTokenId })] },
      inserted: {
        audit_log: [entry("user.token_revoked", member.user, byThemselves(member.user), SOMETHING)],
      },
    },
  })),
  "GET /api/events": users(),
  "GET /api/openapi.json": anyone(),
};
