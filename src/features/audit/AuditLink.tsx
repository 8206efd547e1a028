import { History } from "lucide-react";
import { paths } from "#lib/address/paths.ts";
import { LinkButton } from "#ui/button/Button.tsx";
import { auditApi, FIRST_PAGE, isLogAbsent } from "./auditApi.ts";

/** A link to the audit log. It is hidden once a call has shown that the server keeps no log. */
export function AuditLink() {
  if (isLogAbsent(auditApi.endpoints.getAudit.useQueryState(FIRST_PAGE))) return null;
  return (
    <LinkButton to={paths.audit} icon={<History />}>
      Audit Log
    </LinkButton>
  );
}
