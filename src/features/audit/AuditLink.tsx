import { History } from "lucide-react";
import { paths } from "#lib/address/paths.ts";
import { readView } from "#lib/filters/view.ts";
import { LinkButton } from "#ui/button/Button.tsx";
import { auditApi, isLogAbsent } from "./auditApi.ts";
import { AUDIT_LOG, toAuditQuery } from "./auditView.ts";

const FIRST_PAGE = toAuditQuery(readView(AUDIT_LOG.spec, ""));

/** A link to the audit log. It is hidden once a call has shown that the server keeps no log. */
export function AuditLink() {
  if (isLogAbsent(auditApi.endpoints.getAudit.useQueryState(FIRST_PAGE))) return null;
  return (
    <LinkButton to={paths.audit} icon={<History />}>
      Audit Log
    </LinkButton>
  );
}
