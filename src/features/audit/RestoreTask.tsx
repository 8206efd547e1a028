import { RotateCcw } from "lucide-react";
import type { NamedRecord } from "#contract/shapes/id.ts";
import { Button } from "#ui/button/Button.tsx";
import { useRestoreTaskMutation } from "./auditApi.ts";

/** Restores a deleted task. `onRestored` must move the focus, because the refetch removes this button. */
export function RestoreTask({
  task: { id, name },
  onRestored,
}: {
  task: NamedRecord;
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
