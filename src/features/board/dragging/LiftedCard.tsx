import { type CSSProperties, useLayoutEffect, useRef } from "react";
import type { DraggableProvided, DraggableStateSnapshot } from "react-beautiful-dnd";
import type { TaskSummary } from "#contract/task.ts";
import { BoardCard } from "#features/board/view/BoardCard.tsx";

/**
 * The card in the hand. The library takes 330 ms and more to let it fall into place, and ends the
 * drag when that transition ends. A dropped card stands on top of its column, wherever it was let
 * go: so the end is told at once, before anything is painted. A card that goes back may be seen to.
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
  const falls = snapshot.isDropAnimating && snapshot.draggingOver !== null;

  useLayoutEffect(() => {
    if (!falls) return;
    // After this commit: React cannot finish the drag in the middle of one.
    queueMicrotask(() => {
      const end = Object.assign(new Event("transitionend", { bubbles: true }), {
        propertyName: "transform",
      });
      element.current?.dispatchEvent(end);
    });
  }, [falls]);

  return (
    <div
      {...provided.draggableProps}
      ref={(node) => {
        element.current = node;
        provided.innerRef(node);
      }}
      style={
        snapshot.isDropAnimating
          ? hurried(provided.draggableProps.style)
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

function hurried(style: CSSProperties | undefined): CSSProperties {
  return { ...style, transitionDuration: "0.15s" };
}
