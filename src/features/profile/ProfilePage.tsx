import { usePageTitle } from "#lib/hooks.ts";
import { EmptyState } from "#ui/EmptyState.tsx";
import { PageHeader } from "#ui/PageHeader.tsx";

/** The signed-in user's own data (§2, profile). */
export default function ProfilePage() {
  usePageTitle("My Profile");
  return (
    <>
      <PageHeader title="My Profile" />
      <EmptyState title="This screen is on its way" />
    </>
  );
}
