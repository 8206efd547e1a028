import { NewCardLine, type NewCardLineProps } from "./NewCardLine.tsx";
import { PendingCards } from "./PendingCards.tsx";

/** The top of a column: the line for a new task, and the new cards that no board has shown yet. */
export function NewCards({ isOpen, ...line }: NewCardLineProps & { isOpen: boolean }) {
  return (
    <>
      {isOpen && <NewCardLine {...line} />}
      <PendingCards place={line.place} />
    </>
  );
}
