import { AUDIT_ACTIONS, type AuditAction, type AuditQuery } from "#contract/audit.ts";
import { idIn } from "#lib/address/addressValues.ts";
import { paths } from "#lib/address/paths.ts";
import { oneOf, setFilters, type View, type ViewSpec } from "#lib/filters/view.ts";
import { FIRST_PAGE } from "./auditApi.ts";

/** The log's filters; "" if not set. */
export interface AuditFilters {
  /** A user's id. */
  actor: string;
  /** The id of a user, a team, a task, a label or a view. */
  subject: string;
  action: AuditAction | "";
}

const spec: ViewSpec<AuditFilters> = {
  filters: { actor: idIn, subject: idIn, action: oneOf(AUDIT_ACTIONS) },
  hasPages: true,
};

export const AUDIT_LOG = { path: paths.audit, spec };

/** The query parameters of GET /api/audit. */
export const toAuditQuery = ({ filters, page }: View<AuditFilters>): AuditQuery => ({
  ...FIRST_PAGE,
  page,
  ...(setFilters(filters) as Partial<AuditQuery>),
});
