import { type CSSProperties, useLayoutEffect, useRef } from "react";
import type { DraggableProvided, DraggableStateSnapshot } from "react-beautiful-dnd";
import type { TaskSummary } from "#contract/task.ts";
import { BoardCard } from "#features/board/view/BoardCard.tsx";

/**
 * The card while it is dragged. The library animates a drop for at least 330 ms, and ends the drag
 * on `transitionend`. A dropped card goes on top of its column, wherever it was released. So this
 * component dispatches that event before the next paint. A card that returns to its old place is
 * animated.
 */
export function LiftedCard({
  provided,
  snapshot,
  task,
  assignee,
  today,
}: {
  provided: DraggableProvided;
  snapshot: DraggableStateSnapshot;
  task: TaskSummary;
  assignee: string | undefined;
  today: string;
}) {
  const element = useRef<HTMLElement | null>(null);
  const isDropped = snapshot.isDropAnimating && snapshot.draggingOver !== null;

  useLayoutEffect(() => {
    if (!isDropped) return;
    // After this commit: React cannot finish the drag during one.
    queueMicrotask(() => {
      const end = Object.assign(new Event("transitionend", { bubbles: true }), {
        propertyName: "transform",
      });
      element.current?.dispatchEvent(end);
    });
  }, [isDropped]);

  return (
    <div
      {...provided.draggableProps}
      ref={(node) => {
        element.current = node;
        provided.innerRef(node);
      }}
      style={
        snapshot.isDropAnimating
          ? withShortTransition(provided.draggableProps.style)
          : provided.draggableProps.style
      }
      data-lifted=""
    >
      <BoardCard
        task={task}
        assignee={assignee}
        today={today}
        handle={provided.dragHandleProps}
        lifted
      />
    </div>
  );
}

function withShortTransition(style: CSSProperties | undefined): CSSProperties {
  return { ...style, transitionDuration: "0.15s" };
}
