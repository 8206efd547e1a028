import type { TaskStatus } from "#contract/task.ts";
import { NewCardLine } from "./NewCardLine.tsx";
import { PendingCards } from "./PendingCards.tsx";

/** The top of a column: the line for a new task, and the new cards that no board has shown yet. */
export function NewCards({
  status,
  isOpen,
  onClose,
}: {
  status: TaskStatus;
  /** Whether the line is shown. */
  isOpen: boolean;
  onClose: () => void;
}) {
  return (
    <>
      {isOpen && <NewCardLine status={status} onClose={onClose} />}
      <PendingCards status={status} />
    </>
  );
}
