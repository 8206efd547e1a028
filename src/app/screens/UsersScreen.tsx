import { AuditLink } from "#features/audit/AuditLink.tsx";
import { UsersPage } from "#features/users/UsersPage.tsx";

/** User management with the way to the audit log: only the app knows both features. */
export default function UsersScreen() {
  return <UsersPage auditLink={<AuditLink />} />;
}
