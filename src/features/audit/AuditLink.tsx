import { History } from "lucide-react";
import { paths } from "#lib/paths.ts";
import { LinkButton } from "#ui/Button.tsx";
import { toAuditQuery, WHOLE_LOG } from "./auditAddress.ts";
import { auditApi, isLogAbsent } from "./auditApi.ts";

const FIRST_PAGE = toAuditQuery(WHOLE_LOG);

/** A link to the audit log. It is hidden once a call has shown that the server keeps no log. */
export function AuditLink() {
  if (isLogAbsent(auditApi.endpoints.getAudit.useQueryState(FIRST_PAGE))) return null;
  return (
    <LinkButton to={paths.audit} icon={<History />}>
      Audit Log
    </LinkButton>
  );
}
