import { type ComponentProps, useState } from "react";
import { useDragArea } from "#features/dragging/useDragArea.ts";
import type { DueDragArea } from "./DueDragArea.tsx";
import { DUE_DRAG } from "./dueDrag.ts";

/** What drags the rows between groups by due date, once its code is there. */
export function DueDrag({
  isDragging,
  ...props
}: Omit<ComponentProps<typeof DueDragArea>, "cards"> & { isDragging: boolean }) {
  const { Area, cards } = useDragArea(props.list, DUE_DRAG, isDragging);
  return Area && <Area {...props} cards={cards} />;
}

/** The value, or during a drag that of its start: the drag-and-drop library has measured it. */
export function useFrozen<T>(current: T, isDragging: boolean): T {
  const [frozen, setFrozen] = useState(current);
  if (!isDragging && frozen !== current) setFrozen(current);
  return isDragging ? frozen : current;
}
