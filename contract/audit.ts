import type { NamedRecord } from "./id.ts";
import type { Pagination } from "./task.ts";
import type { RunAction } from "./userRun.ts";

/** The actions that the audit log records. It is not in §7, so another server may have no such log. */
export const AUDIT_ACTIONS = [
  "user.registered",
  "user.role_changed",
  "user.activated",
  "user.deactivated",
  "user.deleted",
  "user.renamed",
  "user.email_changed",
  "user.password_changed",
  "user.password_reset",
  "user.password_cleared",
  "user.signed_out_everywhere",
  "user.sign_in_failed",
  "user.token_created",
  "user.token_revoked",
  "user.identity_linked",
  "user.identity_unlinked",
  "user.calendar_feed_created",
  "user.calendar_feed_revoked",
  "invitation.made",
  "invitation.used",
  "invitation.revoked",
  "reset_link.made",
  "reset_link.used",
  "reset_link.revoked",
  "team.created",
  "team.member_added",
  "team.member_removed",
  "task.deleted",
  "task.restored",
  "data.exported",
  "tasks.imported",
  "tasks.import_undone",
  // Entries before version 0.4 have the number of users for whom a bulk action was started.
  "users.run_started",
  "users.run_ended",
  "users.run_undone",
  "webhook.created",
  "webhook.changed",
  "webhook.secret_rotated",
  "webhook.delivery_sent_again",
  "webhook.deleted",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** The number of entries on a page of the log. */
export const AUDIT_PAGE_SIZE = 50;

/**
 * The object of the action. For a change of membership it is the user. For an invitation it is a user
 * with the invitation's id and address. For a bulk action on users it is a user with the run's id.
 */
export interface AuditSubject extends NamedRecord {
  kind: "user" | "team" | "task";
}

export interface AuditDetails {
  /**
   * The old and the new role or name. `from` is also the name of an imported file, `to` the host of
   * a webhook.
   */
  from?: string;
  to?: string;
  /** The team of a membership. */
  team?: NamedRecord;
  /** An API token; `to` is the scope of a new one. */
  token?: NamedRecord;
  /** The number of failed sign-ins within an hour from `network`, or of the rows of an import. */
  count?: number;
  network?: string;
  /** The kind of a bulk action on users; `to` is its role, `count` the number of users it changed. */
  run?: RunAction;
}

/** One recorded action; `at` is an ISO 8601 instant in UTC. Entries never change. */
export interface AuditEntry {
  id: string;
  at: string;
  actor: NamedRecord;
  action: AuditAction;
  subject: AuditSubject;
  details: AuditDetails;
  /** Set in the entry of a deletion while the task can be restored. */
  restorable?: true;
}

/**
 * Query of GET /api/audit. `actor` is a user's id; `subject` is the id of a user, a team or a task.
 * The entries of a team include those of its memberships.
 */
export interface AuditQuery {
  page: number;
  limit: number;
  actor?: string;
  action?: AuditAction;
  subject?: string;
}

/** GET /api/audit: for admins, the newest entry first. */
export interface AuditPageResponse {
  entries: AuditEntry[];
  pagination: Pagination;
}
