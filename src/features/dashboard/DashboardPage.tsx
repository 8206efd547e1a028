import { usePageTitle } from "#lib/hooks.ts";
import { EmptyState } from "#ui/EmptyState.tsx";
import { PageHeader } from "#ui/PageHeader.tsx";

/** Totals, overdue tasks and charts (§2, dashboard). */
export default function DashboardPage() {
  usePageTitle("Dashboard");
  return (
    <>
      <PageHeader title="Dashboard" subtitle="Manage your tasks and track progress" />
      <EmptyState title="This screen is on its way" />
    </>
  );
}
