import { useState } from "react";
import { useSelector } from "react-redux";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { selectDragging } from "#features/changes/shown/shownBoard.ts";

/** Like `useSelector`, but keeps the value of the drag's start until the drag ends. */
export function useFrozenWhileDragging<T>(select: (state: WithChanges) => T): T {
  const dragging = useSelector(selectDragging);
  const current = useSelector(select);
  const [frozen, setFrozen] = useState(() => current);
  if (!dragging && frozen !== current) setFrozen(() => current);
  return dragging ? frozen : current;
}
