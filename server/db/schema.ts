import type { Generated, Selectable } from "kysely";
import type { ApiTokenScope } from "#contract/apiToken.ts";
import type { AuditAction, AuditSubject } from "#contract/audit.ts";
import type { ImportSource, ImportState, RowOutcome } from "#contract/imports.ts";
import type { InboxKind } from "#contract/inbox.ts";
import type { LinkKind, MailState } from "#contract/link.ts";
import type { TaskPriority, TaskStatus } from "#contract/task.ts";
import type { HistoryKind } from "#contract/taskHistory.ts";
import type { Role } from "#contract/user.ts";
import type { RunAction, RunResult, RunState } from "#contract/userRun.ts";
import type { DeliveryState, WebhookDelivery } from "#contract/webhook.ts";

/*
 * Ids are random UUIDs. Instants are ISO 8601 in UTC with milliseconds, so they sort as text. Days are
 * `yyyy-MM-dd`, flags are 0 or 1.
 */

/**
 * `email_key` is the address in NFC and lower case, for comparison. `pending_email` is a new address
 * that the user set without a password: signing in with it and the password confirms it.
 */
export interface UsersTable {
  id: string;
  name: string;
  email: string;
  email_key: string;
  role: Role;
  is_active: number;
  /** Registered, but not yet activated by an admin. */
  awaiting_approval: Generated<number>;
  pending_email: string | null;
  pending_email_key: string | null;
  password_hash: string;
  created_at: string;
  /** When a session of the user last sent a request, to within five minutes. */
  last_seen_at: Generated<string | null>;
  /** An admin, an operator, a mail or a provider has shown that the address is the user's. */
  email_verified: Generated<number>;
}

/**
 * A signed-in browser. `generation` is the number of its newest refresh token that was used.
 * `superseded` is a JSON list of the instants at which earlier ones were replaced, newest first.
 */
export interface SessionsTable {
  id: string;
  user_id: string;
  generation: number;
  superseded: string;
  created_at: string;
  last_used_at: string;
}

/** A personal API token. `secret_hash` is the SHA-256 of its secret; `last_used_on` is a UTC day. */
export interface ApiTokensTable {
  id: string;
  user_id: string;
  name: string;
  scope: ApiTokenScope;
  secret_hash: string;
  created_at: string;
  expires_at: string;
  last_used_on: string | null;
}

/**
 * Failed sign-ins of an account, of a network, or of an account from a network or device. `key` is an
 * HMAC of those. Rows expire at `forgotten_at` (server/auth/throttleRules.ts).
 */
export interface SignInFailuresTable {
  key: string;
  failures: number;
  failed_at: string;
  forgotten_at: string;
}

/** Values of the server itself, such as the key that signs access tokens. */
export interface SettingsTable {
  key: string;
  value: string;
}

export interface TeamsTable {
  id: string;
  name: string;
  description: string;
  created_at: string;
}

export interface TeamMembersTable {
  team_id: string;
  user_id: string;
  added_at: string;
}

/**
 * `status_changed_at` is when the task arrived in its column. `version` counts its writes.
 * `search_text` is title and description in lower case, because databases fold case differently.
 */
export interface TasksTable {
  id: string;
  title: string;
  description: string;
  status: TaskStatus;
  priority: TaskPriority;
  due_date: string | null;
  assignee_id: string | null;
  team_id: string | null;
  created_by: string | null;
  created_at: string;
  updated_at: string;
  status_changed_at: string;
  version: Generated<number>;
  search_text: Generated<string>;
}

/** The progress of a checklist in a description. A task without one has no row. */
export interface TaskChecklistsTable {
  task_id: string;
  done: number;
  total: number;
}

/**
 * `user_name` remains when the author's account is deleted. `search_text` is the comment in lower
 * case.
 */
export interface CommentsTable {
  id: string;
  task_id: string;
  user_id: string | null;
  user_name: string;
  comment: string;
  created_at: string;
  edited_at: string | null;
  search_text: Generated<string>;
}

/**
 * Entries keep the names at the time of the action, and have no foreign keys. The database refuses to
 * change or delete a row. `team_id` is the team of a membership. `details` is the JSON of an
 * `AuditDetails`.
 */
export interface AuditLogTable {
  id: string;
  at: string;
  actor_id: string;
  actor_name: string;
  action: AuditAction;
  subject_kind: AuditSubject["kind"];
  subject_id: string;
  subject_name: string;
  team_id: string | null;
  details: string;
}

/**
 * A deleted task that can still be restored. Its users and team may no longer exist. While
 * `comments_moving_since` is set, the task itself exists, and its comments move between the two.
 */
export interface DeletedTasksTable extends Omit<TasksTable, "search_text" | "version"> {
  version: number;
  deleted_at: string;
  comments_moving_since: string | null;
}

/**
 * Who changed a task. Entries keep the names at that time, and have no foreign keys: those of a
 * deleted task remain until it is purged. `changes` is the JSON of a list of `FieldChange`.
 */
export interface TaskHistoryTable {
  id: string;
  task_id: string;
  at: string;
  actor_id: string;
  actor_name: string;
  kind: HistoryKind;
  changes: string;
}

/**
 * The items of users' inboxes. The actor's name is the one at the time of the event. A task that is due
 * has a row only once it is read (server/inbox/due.ts), with the user as its actor. An item about
 * several tasks that were handed over has their number, and an empty `task_id`.
 */
export interface NotificationsTable {
  user_id: string;
  id: string;
  kind: InboxKind;
  task_id: string;
  comment_id: string | null;
  actor_id: string;
  actor_name: string;
  created_at: string;
  read_at: string | null;
  handed_over: number | null;
}

/** The secret address of a user's calendar feed. `token_hash` is the SHA-256 of its token. */
export interface CalendarFeedsTable {
  user_id: string;
  token_hash: string;
  created_at: string;
}

/** The kinds of items that a user has turned off. */
export interface MutedNotificationsTable {
  user_id: string;
  kind: InboxKind;
}

/**
 * A user of an OpenID Connect provider, and the account that they sign in to. Without `confirmed_at`
 * the account's owner or an admin has yet to confirm the link. `email` and `email_verified` are the
 * provider's, for display. `signed_in_at` is when the identity first signed in.
 */
export interface IdentitiesTable {
  id: string;
  user_id: string;
  provider: string;
  subject: string;
  email: string;
  email_verified: Generated<number>;
  created_at: string;
  confirmed_at: string | null;
  signed_in_at: Generated<string | null>;
}

/** Sign-ins at a provider that are under way. The hashes are SHA-256 of random numbers. */
export interface OidcSignInsTable {
  state_hash: string;
  browser_hash: string;
  provider: string;
  created_at: string;
}

/**
 * Codes that the app exchanges for a session. `browser_hash` is null if any browser may redeem it.
 * `identity_id` is the identity that signs in; if it is not confirmed, the code needs the account's
 * password. `claims` is the JSON of the role and the teams that the provider gives.
 */
export interface SignInCodesTable {
  code_hash: string;
  browser_hash: string | null;
  user_id: string;
  identity_id: string | null;
  sid: string | null;
  expires_at: string;
  claims: Generated<string | null>;
}

/** The provider's user and session (`sid`) of a session, so that the provider can end it. */
export interface OidcSessionsTable {
  session_id: string;
  provider: string;
  subject: string;
  sid: string | null;
}

/**
 * Links that can be used once. `token_hash` is the SHA-256 of the token, which is not stored. `name`
 * and `role` belong to an invitation, `user_id` to a reset; `teams` is a JSON list of ids. `maker_id`
 * is null if the user asked for the reset. A link that was used or revoked has `ended_at`.
 */
export interface LinksTable {
  id: string;
  kind: LinkKind;
  token_hash: string;
  email: string;
  email_key: string;
  name: string;
  role: Role | null;
  teams: string;
  user_id: string | null;
  maker_id: string | null;
  maker_name: string;
  made_at: string;
  expires_at: string;
  ended_at: string | null;
  ended_as: "used" | "revoked" | null;
  mail: MailState;
}

/**
 * A file that was uploaded for import. `outline` is the JSON of an `Outline` (server/imports), `mapping`
 * that of the changes to the proposed mapping, `counts` that of the number of rows of each outcome. Until
 * `busy_until` only the request with the id `busy_by` works on it.
 */
export interface ImportsTable {
  id: string;
  source: ImportSource;
  file_name: string;
  state: ImportState;
  created_at: string;
  created_by: string;
  created_by_name: string;
  started_at: string | null;
  finished_at: string | null;
  busy_until: string | null;
  busy_by: string | null;
  outline: string;
  mapping: string;
  total: number;
  counts: Generated<string>;
}

/**
 * A row of the file. `data` is its JSON until it is imported, then empty. `outcome` is null until the
 * row is handled. `remarks` is a list in JSON.
 */
export interface ImportItemsTable {
  import_id: string;
  position: number;
  source_id: string;
  data: string;
  title: string;
  list: string;
  outcome: RowOutcome | null;
  remarks: string;
  task_id: string | null;
}

/** The foreign tasks that were imported, and the tasks that were created from them. */
export interface ImportSourcesTable {
  source: ImportSource;
  source_id: string;
  task_id: string;
}

/**
 * A bulk action on users. Until `lease_until` only the server with the id `lease_owner` works on it.
 * `undone_by` is the id of the user who undid it. The next slice of a run with a `stop_reason` stops it.
 */
export interface UserRunsTable {
  id: string;
  action: RunAction;
  role: Role | null;
  team_id: string | null;
  team_name: string;
  hand_over_to: string | null;
  hand_over_name: string;
  state: RunState;
  created_at: string;
  created_by: string;
  created_by_name: string;
  finished_at: string | null;
  undone_by: string | null;
  undone_by_name: Generated<string>;
  stop_reason: Generated<string>;
  total: number;
  lease_owner: string | null;
  lease_until: string | null;
}

/** A user of a bulk action. `before` is the value that an undo restores: a role or a status. */
export interface UserRunItemsTable {
  run_id: string;
  position: number;
  user_id: string;
  user_name: string;
  user_email: Generated<string>;
  result: RunResult;
  reason: string;
  before: string;
  changed_at: string | null;
}

/** A webhook. `secret` is stored as it is, because it signs. `events` is a comma-separated list. */
export interface WebhooksTable {
  id: string;
  url: string;
  description: string;
  events: string;
  is_active: number;
  secret: string;
  created_at: string;
  failing_since: string | null;
  off_reason: string | null;
}

/**
 * An event for a webhook, with the request body that is sent. A pending delivery has `next_attempt_at`;
 * a server that sends it moves that into the future, so that no other server sends it too.
 */
export interface WebhookDeliveriesTable {
  id: string;
  webhook_id: string;
  event: WebhookDelivery["event"];
  payload: string;
  state: DeliveryState;
  created_at: string;
  attempts: number;
  attempted_at: string | null;
  next_attempt_at: string | null;
  response_code: number | null;
  error: string | null;
}

export interface Database {
  users: UsersTable;
  sessions: SessionsTable;
  api_tokens: ApiTokensTable;
  sign_in_failures: SignInFailuresTable;
  settings: SettingsTable;
  teams: TeamsTable;
  team_members: TeamMembersTable;
  tasks: TasksTable;
  task_checklists: TaskChecklistsTable;
  comments: CommentsTable;
  deleted_tasks: DeletedTasksTable;
  deleted_comments: CommentsTable;
  task_history: TaskHistoryTable;
  notifications: NotificationsTable;
  muted_notifications: MutedNotificationsTable;
  calendar_feeds: CalendarFeedsTable;
  links: LinksTable;
  audit_log: AuditLogTable;
  identities: IdentitiesTable;
  oidc_sign_ins: OidcSignInsTable;
  sign_in_codes: SignInCodesTable;
  oidc_sessions: OidcSessionsTable;
  imports: ImportsTable;
  import_items: ImportItemsTable;
  import_sources: ImportSourcesTable;
  user_runs: UserRunsTable;
  user_run_items: UserRunItemsTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
}

export type UserRow = Selectable<UsersTable>;
export type TaskRow = Selectable<TasksTable>;
export type ChecklistRow = Selectable<TaskChecklistsTable>;
export type CommentRow = Selectable<CommentsTable>;
export type TaskHistoryRow = Selectable<TaskHistoryTable>;
export type IdentityRow = Selectable<IdentitiesTable>;
export type LinkRow = Selectable<LinksTable>;
export type ImportRecord = Selectable<ImportsTable>;
export type ImportItem = Selectable<ImportItemsTable>;
export type UserRunRow = Selectable<UserRunsTable>;
export type UserRunItemRow = Selectable<UserRunItemsTable>;
export type WebhookRow = Selectable<WebhooksTable>;
export type DeliveryRow = Selectable<WebhookDeliveriesTable>;
export type AuditRow = Selectable<AuditLogTable>;
