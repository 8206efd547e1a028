import type { Pagination } from "./task.ts";

/**
 * What is written down: what admins do to accounts and teams, what people do to their own way in,
 * and deletions of tasks. Beyond §7: another server may know nothing of it.
 */
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
  "user.signed_out_everywhere",
  "user.sign_in_failed",
  "team.created",
  "team.member_added",
  "team.member_removed",
  "task.deleted",
  "task.restored",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Entries on a page of the log. */
export const AUDIT_PAGE_SIZE = 50;

/** A person, a team or a task, under the name it had at the time; it may be gone since. */
export interface AuditName {
  id: string;
  name: string;
}

/** To whom or what it was done. Of a membership that is the user. */
export interface AuditSubject extends AuditName {
  kind: "user" | "team" | "task";
}

/**
 * What else is to be said: a role or a name before and after, or the team of a membership. Of failed
 * sign-ins, how many there were within an hour, and from which network.
 */
export interface AuditDetails {
  from?: string;
  to?: string;
  team?: AuditName;
  count?: number;
  network?: string;
}

/** Who did what to whom, and when (an ISO 8601 instant in UTC). An entry never changes. */
export interface AuditEntry {
  id: string;
  at: string;
  actor: AuditName;
  action: AuditAction;
  subject: AuditSubject;
  details: AuditDetails;
  /** There in the entry of a deletion while the task can be restored. */
  restorable?: true;
}

/**
 * Query of GET /api/audit. `actor` is a user's id; `subject` a user's, a team's or a task's: a team's entries
 * are those of its members, too.
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
