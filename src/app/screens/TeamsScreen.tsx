import { AuditLink } from "#features/audit/AuditLink.tsx";
import { TeamsPage } from "#features/teams/TeamsPage.tsx";

/** Team management with the way to the audit log: only the app knows both features. */
export default function TeamsScreen() {
  return <TeamsPage auditLink={<AuditLink />} />;
}
