import { useState } from "react";
import { useSelector } from "react-redux";
import { selectDragging, type WithBoard } from "#features/board/moves/boardSelectors.ts";

/** What `select` gives; while a drag is under way, what it gave when the drag began. */
export function useShown<T>(select: (state: WithBoard) => T): T {
  const dragging = useSelector(selectDragging);
  const current = useSelector(select);
  const [held, setHeld] = useState(() => current);
  if (!dragging && held !== current) setHeld(() => current);
  return dragging ? held : current;
}
