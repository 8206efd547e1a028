import { type CSSProperties, useLayoutEffect, useRef, useState } from "react";
import type { DraggableProvided, DraggableStateSnapshot } from "react-beautiful-dnd";
import { useStore } from "react-redux";
import type { TaskStatus } from "#contract/task.ts";
import classes from "#features/board/cards/BoardCard.module.css";
import { BoardCard } from "#features/board/cards/BoardCard.tsx";
import type { UserNames } from "#features/board/cards/liftable.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { columnSelectors, selectShownTasks } from "#features/changes/shown/shownBoard.ts";
import { endDrop } from "#features/dragging/library.ts";
import { selectSelected, type WithSelection } from "#features/selection/selectionSlice.ts";

/**
 * The card while it is dragged. A dropped card goes to the top of its column, wherever it was
 * released, so its drop needs no animation. Only a card that returns to its old place is animated.
 */
export function LiftedCard({
  provided,
  snapshot,
  status,
  cardId,
  names,
  today,
}: {
  provided: DraggableProvided;
  snapshot: DraggableStateSnapshot;
  status: TaskStatus;
  cardId: string;
  names: UserNames;
  today: string;
}) {
  const store = useStore<WithChanges & WithSelection>();
  const [task] = useState(() =>
    columnSelectors[status](store.getState()).find(({ id }) => id === cardId),
  );
  const [together] = useState(() => {
    const state = store.getState();
    const ids = selectSelected(state, "board");
    return ids.includes(cardId) ? selectShownTasks(state, ids).length : 1;
  });
  const element = useRef<HTMLElement | null>(null);
  const isDropped = snapshot.isDropAnimating && snapshot.draggingOver !== null;

  useLayoutEffect(() => {
    if (!isDropped) return;
    // Waits for this commit, because React cannot finish the drag during one.
    queueMicrotask(() => {
      if (element.current) endDrop(element.current);
    });
  }, [isDropped]);

  return (
    <div
      {...provided.draggableProps}
      // While an application has the focus, screen readers pass the arrow keys to the page. Orca
      // notices the focused application only inside another one, because the element that had the
      // focus is gone.
      role="application"
      ref={(node) => {
        element.current = node;
        provided.innerRef(node);
      }}
      style={
        snapshot.isDropAnimating
          ? withShortTransition(provided.draggableProps.style)
          : provided.draggableProps.style
      }
      className={classes.liftedFrame}
      data-lifted=""
    >
      <div
        {...provided.dragHandleProps}
        role="application"
        aria-roledescription="lifted card"
        // The announcement of the lift says the column and the position.
        aria-label={task?.title}
        aria-describedby={undefined}
      >
        {task && (
          <BoardCard
            task={task}
            assignee={names.get(task.assignee_id ?? "")}
            today={today}
            lifted={together}
          />
        )}
      </div>
    </div>
  );
}

function withShortTransition(style: CSSProperties | undefined): CSSProperties {
  return { ...style, transitionDuration: "0.15s" };
}
