import { Plus } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useSelector } from "react-redux";
import { COLUMN_LABELS } from "#contract/board.ts";
import type { TaskStatus } from "#contract/task.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { loadCode } from "#lib/lazyPart.tsx";
import { IconButton } from "#ui/button/IconButton.tsx";
import { LazyNewCards, loadNewCards } from "./LazyNewCards.tsx";
import { selectHasNewTasks } from "./newTasks.ts";

const preload = () => void loadCode(loadNewCards, 1).catch(() => undefined);

/**
 * A column's button that opens the line for a new task, and the line with the new cards. `newCards`
 * is null if there is nothing to show.
 */
export function useNewCards(
  status: TaskStatus,
  className: string | undefined,
): { addButton: ReactNode; newCards: ReactNode; open: () => void } {
  const [isOpen, setOpen] = useState(false);
  const hasCreations = useSelector((state: WithChanges) => selectHasNewTasks(state, status));
  const button = useRef<HTMLButtonElement>(null);

  function close() {
    setOpen(false);
    button.current?.focus();
  }

  return {
    addButton: (
      <IconButton
        ref={button}
        label={`Add a task to ${COLUMN_LABELS[status]}`}
        icon={<Plus />}
        size="sm"
        className={className}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        onPointerEnter={preload}
        onFocus={preload}
      />
    ),
    open: () => setOpen(true),
    newCards:
      isOpen || hasCreations ? (
        <LazyNewCards status={status} isOpen={isOpen} onClose={close} />
      ) : null,
  };
}
