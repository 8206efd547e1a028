import { usePageTitle } from "#lib/hooks.ts";
import { EmptyState } from "#ui/EmptyState.tsx";
import { PageHeader } from "#ui/PageHeader.tsx";

/** The users and their roles, for admins (§2, users). */
export default function UsersPage() {
  usePageTitle("User Management");
  return (
    <>
      <PageHeader title="User Management" />
      <EmptyState title="This screen is on its way" />
    </>
  );
}
