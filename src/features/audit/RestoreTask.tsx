import { RotateCcw } from "lucide-react";
import type { AuditSubject } from "#contract/audit.ts";
import { Button } from "#ui/Button.tsx";
import { useRestoreTaskMutation } from "./auditApi.ts";

/** Brings a deleted task back. The button goes with the next answer, so the focus is moved first. */
export function RestoreTask({
  task: { id, name },
  onRestored,
}: {
  task: AuditSubject;
  onRestored: () => void;
}) {
  const [restore, { isLoading }] = useRestoreTaskMutation();
  async function handleClick() {
    const { error } = await restore(id);
    if (!error) onRestored();
  }
  return (
    <Button
      size="sm"
      icon={<RotateCcw />}
      busy={isLoading}
      aria-label={`Restore ${name}`}
      onClick={() => void handleClick()}
    >
      Restore
    </Button>
  );
}
