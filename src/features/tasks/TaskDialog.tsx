import { Dialog } from "#ui/Dialog.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";

/** The form of a task, in a modal dialog (§2). */
export function TaskDialog({ onClose }: { mode: "create"; onClose: () => void }) {
  return (
    <Dialog title="Create New Task" onClose={onClose}>
      <EmptyState title="This form is on its way" />
    </Dialog>
  );
}
