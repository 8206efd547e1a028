import { useState } from "react";
import { useSelector } from "react-redux";
import { selectDragging, type WithBoard } from "#features/board/moves/boardSelectors.ts";

/** Like `useSelector`, but keeps the value of the drag's start until the drag ends. */
export function useFrozenWhileDragging<T>(select: (state: WithBoard) => T): T {
  const dragging = useSelector(selectDragging);
  const current = useSelector(select);
  const [frozen, setFrozen] = useState(() => current);
  if (!dragging && frozen !== current) setFrozen(() => current);
  return dragging ? frozen : current;
}
