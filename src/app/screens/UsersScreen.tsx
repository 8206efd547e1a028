import { AuditLink } from "#features/audit/AuditLink.tsx";
import { UsersPage } from "#features/users/UsersPage.tsx";

/** User management with a link to the audit log. Features may not import each other, so the app joins them. */
export default function UsersScreen() {
  return <UsersPage auditLink={<AuditLink />} />;
}
