import { usePageTitle } from "#lib/hooks.ts";
import { EmptyState } from "#ui/EmptyState.tsx";
import { PageHeader } from "#ui/PageHeader.tsx";

/** Teams and their members, for admins (§2, teams). */
export default function TeamsPage() {
  usePageTitle("Team Management");
  return (
    <>
      <PageHeader title="Team Management" />
      <EmptyState title="This screen is on its way" />
    </>
  );
}
