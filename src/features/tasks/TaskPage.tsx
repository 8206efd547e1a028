import { usePageTitle } from "#lib/hooks.ts";
import { EmptyState } from "#ui/EmptyState.tsx";
import { PageHeader } from "#ui/PageHeader.tsx";

/** One task with its comments (§2, task detail). */
export default function TaskPage() {
  usePageTitle("Task");
  return (
    <>
      <PageHeader title="Task" />
      <EmptyState title="This screen is on its way" />
    </>
  );
}
