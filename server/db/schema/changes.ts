import type { Generated, Selectable } from "kysely";
import type { AuditAction } from "#contract/audit.ts";
import type { InboxKind, JOB_ENDED } from "#contract/inbox.ts";
import type { AuditSubject } from "#contract/shapes/audit.ts";
import type { WebhookEvent } from "#contract/webhook.ts";

/* The record of changes, and what follows from it. */

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
 * task, and the comment or the file that has changed.
 */
export interface TaskStatesTable {
  number: number;
  state: string;
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
export interface MutedNotificationsTable {
  user_id: string;
  kind: InboxKind;
}

export type ChangeRow = Selectable<ChangesTable>;
