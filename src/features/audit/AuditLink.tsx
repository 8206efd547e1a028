import { History } from "lucide-react";
import { paths } from "#lib/paths.ts";
import { LinkButton } from "#ui/Button.tsx";
import { toAuditQuery, WHOLE_LOG } from "./auditAddress.ts";
import { auditApi, isLogAbsent } from "./auditApi.ts";

const FIRST = toAuditQuery(WHOLE_LOG);

/** The way to the log from what it is about; none once it is known that the server keeps none. */
export function AuditLink() {
  if (isLogAbsent(auditApi.endpoints.getAudit.useQueryState(FIRST))) return null;
  return (
    <LinkButton to={paths.audit} icon={<History />}>
      Audit Log
    </LinkButton>
  );
}
