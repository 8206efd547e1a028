export const DRAG_INSTRUCTIONS_ID = "how-to-move-a-card";

/** Screen readers read it with every card's link. */
export const DRAG_INSTRUCTIONS =
  "Press Enter to open the task, the arrow keys to go to other cards, or M for the card's menu. Press Space to lift the card, then the left and right arrow keys to choose a column, Space again to drop it, or Escape to cancel.";
