import type { Cut } from "#contract/bounds.ts";
import { CLIENT_HEADER } from "#contract/events.ts";
import { auditQueryRule } from "#contract/rules/audit.ts";
import { commentQueryRule, commentRule } from "#contract/rules/comment.ts";
import { passwordChangeRule, profileRule } from "#contract/rules/profile.ts";
import { registrationRule } from "#contract/rules/registration.ts";
import { credentialsRule, refreshRule } from "#contract/rules/session.ts";
import { descriptionsRule, statusRule, taskQueryRule, taskRule } from "#contract/rules/task.ts";
import { memberRule, teamRule } from "#contract/rules/team.ts";
import { userUpdateRule } from "#contract/rules/user.ts";
import type { AnyObjectSchema } from "yup";
import { listOf, ref, type Schema, SCHEMAS } from "./schemas.ts";

/** What a route takes and answers, beyond what its declaration in the code says. */
export interface Operation {
  tag: string;
  summary: string;
  body?: AnyObjectSchema;
  query?: AnyObjectSchema;
  /** Headers that the caller may send, with what they are for. */
  headers?: Readonly<Record<string, string>>;
  /** The status of success. */
  status: 200 | 201 | 204;
  /** The body of success; without it there is none. */
  answer?: Schema;
  /** What the body is, if not JSON. */
  media?: "text/event-stream";
  /** Whether the answer names the task's version in `ETag`. */
  etag?: true;
  /** What the response may leave out to stay within its limits. */
  cuts?: readonly Cut[];
  /** Failures of this call's own, with when they come; the general ones are added. */
  failures?: Readonly<Partial<Record<401 | 403 | 409 | 412 | 422 | 429, string>>>;
}

/** An object with these fields, all of them there. */
const having = (properties: Record<string, Schema>): Schema => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});

const zone = {
  "x-time-zone": "The caller's time zone, such as Europe/Berlin: whose day is today. UTC without.",
};
const client = {
  [CLIENT_HEADER]:
    "The caller's tab: events of this change name it as `by`, in streams of the same session only.",
};
const MANY_SIGN_INS = "Too many attempts, of this address or in all.";
const MANY_PASSWORDS = "Too many failed attempts, or too many people are signing in.";
const task = having({ task: ref("SavedTask") });
const user = having({ user: ref("User") });
const profile = having({ profile: ref("Profile") });
const users = { tag: "Users" } as const;
const tasks = { tag: "Tasks" } as const;
const teams = { tag: "Teams", headers: client } as const;
const session = { tag: "Session" } as const;
const own = { tag: "Profile" } as const;

/** No day is past for this one: the document says nothing of today. */
const taskBody = taskRule("0000-01-01", null);
const LAST_ADMIN = "The last active admin can't be demoted, deactivated or deleted.";

/** Every route, by method and pattern. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  "POST /api/auth/login": {
    ...session,
    summary: "Sign in",
    body: credentialsRule,
    status: 200,
    answer: ref("Session"),
    failures: {
      401: "Wrong address or password.",
      403: "The account is deactivated, or waits for an admin's approval.",
      429: MANY_SIGN_INS,
    },
  },
  "POST /api/auth/register": {
    ...session,
    summary: "Make an account, signed in",
    body: registrationRule,
    status: 201,
    answer: ref("Session"),
    failures: {
      403:
        "Registration is closed, or closed to admins; or the account was made and waits for an " +
        "admin's approval (`code` is awaiting_approval).",
      409: "The address has an account already.",
      429: MANY_SIGN_INS,
    },
  },
  "POST /api/auth/refresh": {
    ...session,
    summary: "Get another access token",
    body: refreshRule,
    status: 200,
    answer: ref("Refreshed"),
    failures: {
      401: "The session is over; `code` is account_closed where the account is, too.",
      429: "Too many refreshes of this session.",
    },
  },
  "POST /api/auth/logout": {
    ...session,
    summary: "End the session of a refresh token, known or not",
    body: refreshRule,
    status: 204,
  },
  "GET /api/auth/me": { ...session, summary: "Who is signed in", status: 200, answer: user },
  "DELETE /api/auth/sessions": {
    ...session,
    summary: "Sign out everywhere, here included",
    status: 204,
  },

  "GET /api/dashboard/stats": {
    tag: "Dashboard",
    summary: "The dashboard's figures",
    headers: zone,
    status: 200,
    answer: ref("DashboardStats"),
  },
  "GET /api/tasks/overdue": {
    tag: "Dashboard",
    summary:
      "Tasks that are not done and due before today, the longest overdue first; of very many, the first 1,000",
    query: descriptionsRule,
    headers: zone,
    status: 200,
    answer: having({ overdueTasks: { anyOf: [listOf(ref("Task")), listOf(ref("TaskSummary"))] } }),
    cuts: ["tasks", "descriptions"],
  },

  "GET /api/kanban/board": {
    tag: "Board",
    summary: "All tasks by status; of more than 15,000, the latest 5,000 arrivals of each",
    query: descriptionsRule,
    status: 200,
    answer: having({ board: { anyOf: [ref("Board"), ref("SummaryBoard")] } }),
    cuts: ["tasks", "descriptions"],
  },
  "PATCH /api/kanban/:id/status": {
    tag: "Board",
    summary: "Move a task",
    body: statusRule,
    headers: client,
    status: 200,
    answer: task,
    etag: true,
  },

  "GET /api/tasks/search": {
    ...tasks,
    summary: "A page of the tasks that match",
    query: taskQueryRule,
    headers: zone,
    status: 200,
    answer: ref("TaskPage"),
    cuts: ["descriptions"],
    failures: {
      422: "The search takes too long, and would again.",
      429: "Too many searches of this user wait already.",
    },
  },
  "POST /api/tasks": {
    ...tasks,
    summary: "Create a task",
    body: taskBody,
    headers: client,
    status: 201,
    answer: task,
    etag: true,
    failures: { 403: "Only admins may set the team of a task." },
  },
  "GET /api/tasks/:id": {
    ...tasks,
    summary: "A task, with the names of those it refers to",
    status: 200,
    answer: having({ task: ref("TaskDetail") }),
    etag: true,
  },
  "PUT /api/tasks/:id": {
    ...tasks,
    summary: "Change a task",
    body: taskBody,
    headers: {
      ...client,
      "if-match": "The `ETag` of the task that is being changed; without it the last one wins.",
    },
    status: 200,
    answer: task,
    etag: true,
    failures: {
      403: "Only admins may set the team of a task.",
      412: "Somebody has changed the task meanwhile: nothing was written; this is what it is now.",
    },
  },
  "DELETE /api/tasks/:id": {
    ...tasks,
    summary: "Delete a task and its comments; an admin can restore them for 30 days",
    headers: client,
    status: 204,
  },
  "POST /api/tasks/:id/restore": {
    ...tasks,
    summary: "Bring a deleted task back, with its comments",
    headers: client,
    status: 200,
    answer: task,
    etag: true,
    failures: { 409: "There is a task with this id." },
  },
  "GET /api/tasks/:id/comments": {
    ...tasks,
    summary: "The comments on a task, the newest first",
    query: commentQueryRule,
    status: 200,
    answer: ref("CommentPage"),
    cuts: ["comments"],
  },
  "POST /api/tasks/:id/comments": {
    ...tasks,
    summary: "Comment on a task",
    body: commentRule,
    headers: client,
    status: 201,
    answer: ref("Comment"),
  },

  "GET /api/users": {
    ...users,
    summary: "All users; of more than 10,000, those with the oldest accounts",
    status: 200,
    answer: having({ users: listOf(ref("User")) }),
    cuts: ["users"],
  },
  "GET /api/users/:id": { ...users, summary: "A user", status: 200, answer: user },
  "PUT /api/users/:id": {
    ...users,
    summary: "Change a user's role, or whether they may sign in",
    body: userUpdateRule,
    headers: client,
    status: 200,
    answer: user,
    failures: { 409: LAST_ADMIN },
  },
  "DELETE /api/users/:id": {
    ...users,
    summary: "Delete a user",
    headers: client,
    status: 204,
    failures: { 409: LAST_ADMIN },
  },

  "GET /api/teams": {
    tag: "Teams",
    summary: "All teams; of more than 2,000, the oldest",
    status: 200,
    answer: having({ teams: listOf(ref("Team")) }),
    cuts: ["teams"],
  },
  "POST /api/teams": {
    ...teams,
    summary: "Create a team",
    body: teamRule,
    status: 201,
    answer: having({ team: ref("Team") }),
  },
  "GET /api/teams/:id": {
    tag: "Teams",
    summary: "A team and its members",
    status: 200,
    answer: having({ team: ref("Team"), members: listOf(ref("TeamMember")) }),
    cuts: ["members"],
  },
  "POST /api/teams/:id/members": {
    ...teams,
    summary: "Add a member to a team",
    body: memberRule,
    status: 201,
    answer: having({ member: ref("TeamMember") }),
    failures: { 409: "The user is a member already." },
  },
  "DELETE /api/teams/:id/members/:userId": {
    ...teams,
    summary: "Remove a member from a team",
    status: 204,
  },

  "GET /api/audit": {
    tag: "Audit",
    summary:
      "A page of what was done to accounts and teams, and of deleted tasks, the newest first",
    query: auditQueryRule,
    status: 200,
    answer: ref("AuditPage"),
  },

  "GET /api/profile": { ...own, summary: "One's own account", status: 200, answer: profile },
  "PUT /api/profile": {
    ...own,
    summary: "Change one's name and address; a new address waits where no password is sent",
    body: profileRule(null),
    headers: client,
    status: 200,
    answer: profile,
    failures: { 409: "The address has an account already.", 429: MANY_PASSWORDS },
  },
  "PUT /api/profile/password": {
    ...own,
    summary: "Change one's password; all other sessions end",
    body: passwordChangeRule,
    status: 204,
    failures: { 429: MANY_PASSWORDS },
  },

  "GET /api/events": {
    tag: "Events",
    summary: "What happens, as it happens: server-sent events that carry ids, never contents",
    headers: { "last-event-id": "The last event that was seen: what was missed is told first." },
    status: 200,
    media: "text/event-stream",
    answer: {
      type: "string",
      description:
        "`change` with what happened to what; `ready` when all that was missed is told; `reset` " +
        "when it isn't known any more. A comment line is a sign of life.",
    },
  },
  "GET /api/openapi.json": {
    tag: "About",
    summary: "This document",
    status: 200,
    answer: { type: "object" },
  },
};

/** The body of a 412. */
export const CONFLICT: Schema = {
  type: "object",
  properties: { ...(SCHEMAS.Error["properties"] as object), task: ref("TaskDetail") },
  required: ["error", "task"],
};
