import type { MouseEvent } from "react";
import { COLUMN_LABELS } from "#contract/board.ts";
import type { TaskSummary } from "#contract/shapes/task.ts";
import classes from "./BoardCard.module.css";
import { DRAG_INSTRUCTIONS_ID } from "./dragInstructions.ts";

const SPACE = { key: " ", code: "Space", keyCode: 32, bubbles: true, cancelable: true };

/**
 * Screen readers and voice control send a click without a key. The drag-and-drop library lifts on
 * Space only.
 */
function lift({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.focus();
  currentTarget.dispatchEvent(new KeyboardEvent("keydown", SPACE));
}

/**
 * Lifts a card for screen readers in browse mode, in which Space and Enter would open the card's
 * link. It is no tab stop, because Space lifts a focused card. The pointer drags the card by its
 * link.
 */
export function MoveHandle({
  task: { title, status },
  position,
}: {
  task: Pick<TaskSummary, "title" | "status">;
  /** Such as "3 of 12". */
  position: string;
}) {
  return (
    <button
      type="button"
      tabIndex={-1}
      data-handle=""
      aria-label={`Move: ${title}, ${COLUMN_LABELS[status]}, ${position}`}
      aria-describedby={DRAG_INSTRUCTIONS_ID}
      className={classes.handle}
      onClick={lift}
    />
  );
}
