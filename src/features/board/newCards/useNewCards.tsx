import { Plus } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useSelector } from "react-redux";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { loadCode } from "#lib/lazyPart.tsx";
import { IconButton } from "#ui/button/IconButton.tsx";
import { LazyNewCards, loadNewCards } from "./LazyNewCards.tsx";
import { type NewTaskPlace, selectNewTasks } from "./newTasks.ts";

const preload = () => void loadCode(loadNewCards, 1).catch(() => undefined);

/**
 * The button of a column or group that opens the line for a new task, and the line with the new cards.
 * `newCards` is null if there is nothing to show.
 */
export function useNewCards(
  place: NewTaskPlace,
  className: string | undefined,
): { addButton: ReactNode; newCards: ReactNode; open: () => void } {
  const [isOpen, setOpen] = useState(false);
  const hasCreations = useSelector((state: WithChanges) => selectNewTasks(state).some(place.holds));
  const button = useRef<HTMLButtonElement>(null);

  function close() {
    setOpen(false);
    button.current?.focus();
  }

  return {
    addButton: (
      <IconButton
        ref={button}
        label={`Add a task to ${place.label}`}
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
        <LazyNewCards place={place} isOpen={isOpen} onClose={close} />
      ) : null,
  };
}
