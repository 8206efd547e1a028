import type { Generated, Selectable } from "kysely";
import type { AuditAction } from "#contract/audit.ts";
import type { ImportSource, ImportState, RowOutcome } from "#contract/imports.ts";
import type { InboxKind, JOB_ENDED } from "#contract/inbox.ts";
import type { LinkKind, MailState } from "#contract/link.ts";
import type { RunResult } from "#contract/run.ts";
import type { AuditSubject } from "#contract/shapes/audit.ts";
import type { WebhookDelivery } from "#contract/shapes/webhook.ts";
import type { TaskFieldValues } from "#contract/taskFields.ts";
import type { Role } from "#contract/user.ts";
import type { DeliveryState, WebhookEvent } from "#contract/webhook.ts";

/*
 * Ids are random UUIDs. Instants are ISO 8601 in UTC with milliseconds, so they sort as text. Days are
 * `yyyy-MM-dd`, flags are 0 or 1.
 */

/**
 * `email_key` is the address in NFC and lower case, for comparison, and `search_text` is name and
 * address for the search. `pending_email` is a new address
 * that the user set without a password: signing in with it and the password confirms it.
 */
export interface UsersTable {
  id: string;
  name: string;
  email: string;
  email_key: string;
  search_text: Generated<string>;
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
  /** The number of the newest change that the user has seen in the activity (server/activity). */
  activity_seen: Generated<number>;
  /** 1 if the user has closed the first steps on the dashboard. */
  setup_closed: Generated<number>;
  /** An admin, an operator, a mail or a provider has shown that the address is the user's. */
  email_verified: Generated<number>;
}

/**
 * A signed-in browser. `generation` is the number of its newest refresh token that was used.
 * `superseded` is a JSON list of the first uses of the newest generations, newest first: the time, at
 * which it superseded all others, and the token's id.
 */
export interface SessionsTable {
  id: string;
  user_id: string;
  generation: number;
  superseded: string;
  created_at: string;
  last_used_at: string;
}

/**
 * Failed sign-ins of an account, of a network, or of an account from a network or device. `key` is an
 * HMAC of those. Rows expire at `forgotten_at` (server/auth/throttleRules.ts).
 */
interface SignInFailuresTable {
  key: string;
  failures: number;
  failed_at: string;
  forgotten_at: string;
}

/** Values of the server itself, such as the key that signs access tokens. */
interface SettingsTable {
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
export interface TasksTable extends TaskFieldValues {
  id: string;
  created_by: string | null;
  created_at: string;
  updated_at: string;
  status_changed_at: string;
  version: Generated<number>;
  search_text: Generated<string>;
}

/** The progress of a checklist in a description. A task without one has no row. */
interface TaskChecklistsTable {
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

/** What a recorded change has done. */
export type ChangeKind = AuditAction | Exclude<WebhookEvent, "task.moved">;

/**
 * What happened, in the order of `number`. `id` is derived from the request's key, so that a repeat finds
 * what was done. Rows keep the names at that time, and have no foreign keys. `team_id` is the team of a
 * membership, `details` the JSON of an `AuditDetails`, a `ChangedComment` or a `MovedTask`, `fields` that of a list of
 * `FieldChange`. `tab` has the ids of the session and the tab that made the change, `origin` says how it was
 * made (`changes/origins.ts`; null before version 0.4), `part_of` names the long work that it is part of, `inboxes` has the ids of the users whose
 * inbox it has changed. The database
 * refuses to change a row, and to delete an `audited` one; the others of a deleted task go when it is
 * purged.
 */
export interface ChangesTable {
  number: Generated<number>;
  id: string;
  at: string;
  actor_id: string;
  actor_name: string;
  kind: ChangeKind;
  subject_kind: AuditSubject["kind"];
  subject_id: string;
  subject_name: string;
  team_id: string | null;
  details: string;
  fields: string;
  audited: number;
  tab: string | null;
  origin: string | null;
  part_of: string | null;
  inboxes: string | null;
  /** The hash of the body of the request that made the change: see `server/http/idempotency.ts`. */
  body_hash: string | null;
}

/** The `details` of a change of a task's status: when the task had arrived in its former column. */
export interface MovedTask {
  arrived: string;
}

/** The `details` of a change of a comment. */
export interface ChangedComment {
  comment: string;
}

/**
 * The task of a change as it was then, for webhooks that have not seen the change yet. `state` is JSON: the
 * task, and the comment that has changed.
 */
interface TaskStatesTable {
  number: number;
  state: string;
}

/**
 * A deleted task that can still be restored. Its users and team may no longer exist, and its comments
 * stay in their table.
 */
interface DeletedTasksTable extends Omit<TasksTable, "search_text" | "version"> {
  version: number;
  deleted_at: string;
}

/**
 * The items of users' inboxes. The actor's name is the one at the time of the event. A task that is due
 * has a row only once it is read (server/inbox/due.ts), with the user as its actor. An item about
 * several tasks that were handed over has their number, and an empty `task_id`.
 */
export interface NotificationsTable {
  user_id: string;
  id: string;
  kind: InboxKind | typeof JOB_ENDED;
  task_id: string;
  comment_id: string | null;
  actor_id: string;
  actor_name: string;
  created_at: string;
  read_at: string | null;
  handed_over: number | null;
}

/** The kinds of items that a user has turned off. */
interface MutedNotificationsTable {
  user_id: string;
  kind: InboxKind;
}

/**
 * A user of an OpenID Connect provider, and the account that they sign in to. Without `confirmed_at`
 * the account's owner or an admin has yet to confirm the link. `email` and `email_verified` are the
 * provider's, for display. `signed_in_at` is when the identity first signed in.
 */
interface IdentitiesTable {
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

/** The provider's user and session (`sid`) of a session, so that the provider can end it. */
interface OidcSessionsTable {
  session_id: string;
  provider: string;
  subject: string;
  sid: string | null;
}

/**
 * What a secret is for. The app exchanges a `sign_in_code` for a session. A `provider_sign_in` is a
 * sign-in at a provider that is under way. A `logout_token` was used by a provider.
 */
export type SecretPurpose =
  | LinkKind
  | "sign_in_code"
  | "provider_sign_in"
  | "logout_token"
  | "api_token"
  | "calendar_feed";

/**
 * Links, codes and tokens. `hash` is the SHA-256 of the secret, which is not stored. `user_id` is the
 * owner, without a foreign key: the page of a link can say that its account no longer exists.
 * `email_key` is the address of a link. `identity_id` is the identity that a code signs in; if it is
 * not confirmed, the code needs the account's password. A secret that was used up or revoked has
 * `ended_at`. `last_used_on` is a UTC day. `content` is the JSON of what belongs to the purpose.
 */
interface SecretsTable {
  id: string;
  purpose: SecretPurpose;
  hash: string;
  user_id: string | null;
  email_key: string | null;
  identity_id: string | null;
  made_at: string;
  expires_at: string | null;
  last_used_on: string | null;
  mail: MailState;
  ended_at: string | null;
  ended_as: "used" | "revoked" | null;
  content: string;
}

/**
 * A file that was uploaded for import. `outline` is the JSON of an `Outline` (server/imports), `mapping`
 * that of the changes to the proposed mapping, `counts` that of the number of rows of each outcome.
 */
interface ImportsTable {
  id: string;
  source: ImportSource;
  file_name: string;
  state: ImportState;
  created_at: string;
  created_by: string;
  created_by_name: string;
  started_at: string | null;
  finished_at: string | null;
  outline: string;
  mapping: string;
  total: number;
  counts: Generated<string>;
}

/**
 * A row of the file. `data` is its JSON until it is imported, then empty. `outcome` is null until the
 * row is handled. `remarks` is a list in JSON.
 */
interface ImportItemsTable {
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
interface ImportSourcesTable {
  source: ImportSource;
  source_id: string;
  task_id: string;
}

/** What a job does (server/jobs). */
export type JobKind =
  | "user_run"
  | "user_run_undo"
  | "task_run"
  | "task_run_undo"
  | "import_upload"
  | "import_check"
  | "import"
  | "import_undo"
  | "import_discard"
  | "backup";

/**
 * Long work on a subject, such as a bulk action, in the name of its maker. Until `lease_until` only
 * `lease_owner` works on it. The next step of a job with a `stop_reason` stops it.
 */
interface JobsTable {
  id: string;
  kind: JobKind;
  subject_id: string;
  state: "running" | "done" | "stopped";
  made_at: string;
  made_by: string;
  made_by_name: string;
  ended_at: string | null;
  stop_reason: string;
  lease_owner: string | null;
  lease_until: string | null;
  /** The number of failures since the last successful step. */
  failures: Generated<number>;
  /** The number of changed items of which entries of the audit log tell. */
  recorded: Generated<number>;
  /** The request that has begun the job, and the hash of its body. */
  request_id: string | null;
  body_hash: string | null;
}

/**
 * A bulk action on users or on tasks. `details` is the JSON of what it does, as the API shows it. A job carries
 * it out, another one undoes it.
 */
interface RunsTable {
  id: string;
  kind: "user" | "task";
  details: string;
}

/**
 * A user or a task of a bulk action, with the name or title and the e-mail address that it had at the beginning.
 * `before` is what an undo needs: a role or a status of a user, the JSON of a `Former` (server/runs) of a task,
 * or empty.
 */
interface RunItemsTable {
  run_id: string;
  position: number;
  item_id: string;
  name: string;
  email: Generated<string>;
  result: RunResult;
  reason: string;
  before: Generated<string>;
  changed_at: string | null;
}

/**
 * A webhook. `secret` is stored as it is, because it signs. `events` is a comma-separated list. The changes
 * up to the number `seen_until` have their deliveries.
 */
interface WebhooksTable {
  id: string;
  url: string;
  description: string;
  events: string;
  is_active: number;
  secret: string;
  created_at: string;
  failing_since: string | null;
  off_reason: string | null;
  seen_until: number;
}

/**
 * An event for a webhook, with the request body that is sent. A pending delivery has `next_attempt_at`;
 * a server that sends it moves that into the future, so that no other server sends it too.
 */
interface WebhookDeliveriesTable {
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
  secrets: SecretsTable;
  sign_in_failures: SignInFailuresTable;
  settings: SettingsTable;
  teams: TeamsTable;
  team_members: TeamMembersTable;
  tasks: TasksTable;
  task_checklists: TaskChecklistsTable;
  comments: CommentsTable;
  deleted_tasks: DeletedTasksTable;
  changes: ChangesTable;
  task_states: TaskStatesTable;
  notifications: NotificationsTable;
  muted_notifications: MutedNotificationsTable;
  identities: IdentitiesTable;
  oidc_sessions: OidcSessionsTable;
  imports: ImportsTable;
  import_items: ImportItemsTable;
  import_sources: ImportSourcesTable;
  jobs: JobsTable;
  runs: RunsTable;
  run_items: RunItemsTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
}

export type UserRow = Selectable<UsersTable>;
export type TaskRow = Selectable<TasksTable>;
export type ChecklistRow = Selectable<TaskChecklistsTable>;
export type CommentRow = Selectable<CommentsTable>;
export type IdentityRow = Selectable<IdentitiesTable>;
export type SecretRow = Selectable<SecretsTable>;
export type ImportRecord = Selectable<ImportsTable>;
export type ImportItem = Selectable<ImportItemsTable>;
export type JobRow = Selectable<JobsTable>;
export type RunRow = Selectable<RunsTable>;
export type RunItemRow = Selectable<RunItemsTable>;
export type WebhookRow = Selectable<WebhooksTable>;
export type DeliveryRow = Selectable<WebhookDeliveriesTable>;
export type ChangeRow = Selectable<ChangesTable>;
