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
  "user.session_revoked",
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
  "label.created",
  "label.changed",
  "label.merged",
  "label.deleted",
  "label.restored",
  "view.created",
  "view.changed",
  "view.deleted",
  "view.restored",
  "task.deleted",
  "task.restored",
  "file.deleted",
  "file.restored",
  "data.exported",
  "tasks.imported",
  "tasks.import_undone",
  "tasks.run_ended",
  "tasks.run_undone",
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

/** The ways in which a change can be made. */
export const ORIGIN_KINDS = [
  "app",
  "token",
  "import",
  "job",
  "provider",
  "operator",
  "server",
] as const;

/** The number of entries on a page of the log. */
export const AUDIT_PAGE_SIZE = 50;

/**
 * Query of GET /api/audit. `actor` is a user's id; `subject` is the id of a user, a team, a task, a label or a view.
 * The entries of a team include those of its memberships.
 */
export interface AuditQuery {
  page: number;
  limit: number;
  actor?: string;
  action?: AuditAction;
  subject?: string;
}
