import {
  AUDIT_ACTIONS,
  AUDIT_PAGE_SIZE,
  type AuditAction,
  type AuditQuery,
} from "#contract/audit.ts";
import { idIn, pageIn } from "#lib/addressValues.ts";

/** The log's filters ("" if not set) and its page (from 1). */
export interface AuditView {
  /** A user's id. */
  actor: string;
  /** The id of a user, a team or a task. */
  subject: string;
  action: AuditAction | "";
  page: number;
}

export const WHOLE_LOG: AuditView = { actor: "", subject: "", action: "", page: 1 };

/** Reads the query part of an address. Invalid values count as not set. */
export function readAuditAddress(search: string): AuditView {
  const params = new URLSearchParams(search);
  return {
    actor: idIn(params.get("actor") ?? ""),
    subject: idIn(params.get("subject") ?? ""),
    action: AUDIT_ACTIONS.find((action) => action === params.get("action")) ?? "",
    page: pageIn(params.get("page")),
  };
}

/** The query part of the address of a view: "" for the first page of the whole log. */
export function writeAuditAddress({ actor, subject, action, page }: AuditView): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ actor, subject, action })) {
    if (value) params.set(name, value);
  }
  if (page > 1) params.set("page", String(page));
  const query = params.toString();
  return query && `?${query}`;
}

/** The query parameters of GET /api/audit. */
export function toAuditQuery({ actor, subject, action, page }: AuditView): AuditQuery {
  return {
    page,
    limit: AUDIT_PAGE_SIZE,
    ...(actor && { actor }),
    ...(subject && { subject }),
    ...(action && { action }),
  };
}

export const hasAuditFilters = ({ actor, subject, action }: AuditView): boolean =>
  [actor, subject, action].some((value) => value !== "");
