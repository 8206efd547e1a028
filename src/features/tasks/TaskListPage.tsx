import { usePageTitle } from "#lib/hooks.ts";
import { EmptyState } from "#ui/EmptyState.tsx";
import { PageHeader } from "#ui/PageHeader.tsx";

/** The list of tasks with its filters (§2, task list). */
export default function TaskListPage() {
  usePageTitle("All Tasks");
  return (
    <>
      <PageHeader title="All Tasks" />
      <EmptyState title="This screen is on its way" />
    </>
  );
}
