import {
  AUDIT_ACTIONS,
  type AuditDetails,
  type AuditEntry,
  type AuditName,
  type AuditPageResponse,
  type AuditSubject,
} from "#contract/audit.ts";
import { COLUMN_LABELS, type Board } from "#contract/board.ts";
import type { Comment, CommentsResponse } from "#contract/comment.ts";
import type { DashboardStats } from "#contract/dashboard.ts";
import {
  ERROR_CODES,
  type ErrorBody,
  type FieldError,
  type FieldErrorsBody,
} from "#contract/errors.ts";
import { ID_MAX } from "#contract/id.ts";
import type { Profile } from "#contract/profile.ts";
import type { RefreshResponse, SessionResponse } from "#contract/session.ts";
import {
  type Pagination,
  type Task,
  TASK_PRIORITIES,
  TASK_STATUSES,
  type TaskPageResponse,
  type TaskSummary,
} from "#contract/task.ts";
import type { Team, TeamMember } from "#contract/team.ts";
import { ROLES, type User } from "#contract/user.ts";
import type { SavedTask, TaskDetail } from "#server/tasks/queries.ts";

/** A piece of JSON Schema, or of the document around it. */
export interface Schema {
  [keyword: string]: unknown;
}

/** Points to a schema by its name. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
export const listOf = (items: Schema): Schema => ({ type: "array", items });

/** An object of the contract: TypeScript sees to it that no field is forgotten or made up. */
export function shape<T extends object>(
  properties: { [Name in keyof Required<T>]: Schema },
  optional: readonly (keyof T & string)[] = [],
): Schema {
  const required = Object.keys(properties).filter((name) => !optional.some((one) => one === name));
  return { type: "object", properties, required };
}

const text: Schema = { type: "string" };
const id: Schema = { type: "string", maxLength: ID_MAX };
const count: Schema = { type: "integer", minimum: 0 };
const instant: Schema = { type: "string", format: "date-time" };
const day: Schema = { type: "string", format: "date" };
const nullable = (schema: Schema): Schema => ({ ...schema, type: [schema["type"], "null"] });
const status: Schema = { type: "string", enum: TASK_STATUSES };
const priority: Schema = { type: "string", enum: TASK_PRIORITIES };
const role: Schema = { type: "string", enum: ROLES };

const version: Schema = {
  type: "integer",
  minimum: 1,
  description: "Counts the task's writes.",
};

const summary: { [Name in keyof TaskSummary]: Schema } = {
  id,
  title: text,
  status,
  priority,
  due_date: nullable(day),
  assignee_id: nullable(id),
  team_id: nullable(id),
  created_at: instant,
};
const task: { [Name in keyof Task]: Schema } = { ...summary, description: text };

const user: { [Name in keyof Required<User>]: Schema } = {
  id,
  name: text,
  email: text,
  role,
  is_active: { type: "boolean" },
  created_at: instant,
  awaiting_approval: {
    type: "boolean",
    description: "For admins: registered, and not activated yet.",
  },
};

const pagination = { page: count, limit: count, total: count, totalPages: count };
const atLeast: Schema = {
  type: "boolean",
  const: true,
  description:
    "More tasks match than `total`: more than 10,000, or more than the server had time to count.",
};

const boardOf = (name: string): Schema => ({
  ...shape<Board>({
    Todo: listOf(ref(name)),
    "In Progress": listOf(ref(name)),
    Done: listOf(ref(name)),
  }),
  description: `The columns ${Object.values(COLUMN_LABELS).join(", ")}, the latest arrival first.`,
});

/** What answers are made of. */
export const SCHEMAS = {
  Error: shape<ErrorBody>(
    {
      error: text,
      code: {
        type: "string",
        enum: ERROR_CODES,
        description: "What a client may want to tell apart beyond the status.",
      },
    },
    ["code"],
  ),
  FieldErrors: shape<FieldErrorsBody>({
    errors: listOf(shape<FieldError>({ param: text, msg: text })),
  }),
  User: shape<User>(user, ["awaiting_approval"]),
  Profile: shape<Profile>(
    {
      ...user,
      email_needs_password: {
        type: "boolean",
        description: "A new address holds at once only with `currentPassword`.",
      },
      pending_email: {
        type: "string",
        description: "A new address: a sign-in with it and the password confirms it.",
      },
    },
    ["awaiting_approval", "email_needs_password", "pending_email"],
  ),
  Session: shape<SessionResponse>({ user: ref("User"), accessToken: text, refreshToken: text }),
  Refreshed: shape<RefreshResponse>({
    accessToken: text,
    refreshToken: {
      type: "string",
      description: "An offer: who takes it uses it from then on; the present one stays good.",
    },
  }),
  Task: shape<Task>(task),
  TaskSummary: shape<TaskSummary>(summary),
  SavedTask: shape<SavedTask>({ ...task, version }),
  TaskDetail: shape<TaskDetail>({
    ...task,
    version,
    updated_at: instant,
    created_by: nullable(id),
    created_by_name: nullable(text),
    assignee_name: nullable(text),
    team_name: nullable(text),
  }),
  Pagination: shape<Pagination>({ ...pagination, atLeast }, ["atLeast"]),
  TaskPage: shape<TaskPageResponse>({ tasks: listOf(ref("Task")), pagination: ref("Pagination") }),
  Board: boardOf("Task"),
  SummaryBoard: boardOf("TaskSummary"),
  Comment: shape<Comment>({ id, comment: text, user_name: text, created_at: instant }),
  CommentPage: shape<CommentsResponse>({
    comments: listOf(ref("Comment")),
    total: count,
    hasOlder: {
      type: "boolean",
      description: "Whether the task has older comments: ask for those before the last of these.",
    },
  }),
  DashboardStats: shape<DashboardStats>({
    total: count,
    overdue: count,
    byStatus: listOf(shape<{ status: string; count: number }>({ status, count })),
    byPriority: listOf(shape<{ priority: string; count: number }>({ priority, count })),
    deadlines: listOf(shape<{ date: string; count: number }>({ date: day, count })),
  }),
  Team: shape<Team>({ id, name: text, description: text, created_at: instant }),
  TeamMember: shape<TeamMember>({ id, name: text, email: text, role }),
  AuditEntry: shape<AuditEntry>(
    {
      id,
      at: instant,
      actor: shape<AuditName>({ id, name: text }),
      action: { type: "string", enum: AUDIT_ACTIONS },
      subject: shape<AuditSubject>({
        kind: { type: "string", enum: ["user", "team", "task"] },
        id,
        name: text,
      }),
      details: shape<AuditDetails>(
        {
          from: text,
          to: text,
          team: shape<AuditName>({ id, name: text }),
          count: { type: "integer", minimum: 1 },
          network: text,
        },
        ["from", "to", "team", "count", "network"],
      ),
      restorable: {
        type: "boolean",
        const: true,
        description: "There in the entry of a deletion while the task can be restored.",
      },
    },
    ["restorable"],
  ),
  AuditPage: shape<AuditPageResponse>({
    entries: listOf(ref("AuditEntry")),
    pagination: ref("Pagination"),
  }),
} satisfies Record<string, Schema>;
