import { memo, useCallback, useId, useState } from "react";
import { type DraggableChildrenFn, Droppable } from "react-beautiful-dnd";
import { useStore } from "react-redux";
import { COLUMN_LABELS, COLUMN_MAX } from "#contract/board.ts";
import type { TaskStatus } from "#contract/task.ts";
import { LiftedCard } from "#features/board/dragging/LiftedCard.tsx";
import { createWelcomed } from "#features/board/dragging/useLanding.ts";
import {
  columnSelectors,
  selectLanded,
  type WithBoard,
} from "#features/board/moves/boardSelectors.ts";
import { cx } from "#lib/cx.ts";
import { formatCount } from "#lib/formatCount.ts";
import { StatusIcon } from "#ui/StatusIcon.tsx";
import { CardList, type Names } from "./CardList.tsx";
import classes from "./Column.module.css";
import { useShown } from "./useShown.ts";

/** A status's cards (§2): its label, their count, and the list that cards are dropped on. */
export const Column = memo(function Column({
  status,
  names,
  today,
}: {
  status: TaskStatus;
  names: Names;
  today: string;
}) {
  const cards = useShown(columnSelectors[status]);
  const store = useStore<WithBoard>();
  const [welcomed] = useState(() => createWelcomed(selectLanded(store.getState())));
  const headingId = useId();
  const label = COLUMN_LABELS[status];

  const renderClone: DraggableChildrenFn = useCallback(
    (provided, snapshot, rubric) => {
      const task = cards[rubric.source.index];
      if (!task) return null;
      return (
        <LiftedCard
          provided={provided}
          snapshot={snapshot}
          task={task}
          assignee={names.get(task.assignee_id ?? "")}
          today={today}
        />
      );
    },
    [cards, names, today],
  );

  return (
    <Droppable
      droppableId={status}
      mode="virtual"
      renderClone={renderClone}
      getContainerForClone={mainLandmark}
    >
      {(provided, { isDraggingOver, draggingFromThisWith }) => (
        <section
          aria-labelledby={headingId}
          className={cx(
            classes.column,
            classes[status.replace(" ", "")],
            isDraggingOver && draggingFromThisWith === null && classes.target,
          )}
        >
          <header className={classes.header}>
            <StatusIcon status={status} />
            <h2 id={headingId} className={classes.heading}>
              {label}
            </h2>
            <span className={classes.count}>
              {formatCount(cards.length)}
              {cards.length === COLUMN_MAX && "+"}
            </span>{" "}
            <span className="visually-hidden">{cards.length === 1 ? "task" : "tasks"}</span>
          </header>
          <div {...provided.droppableProps} ref={provided.innerRef} className={classes.scroller}>
            {cards.length === 0 ? (
              <p className={classes.empty}>No tasks</p>
            ) : (
              <CardList
                cards={cards}
                names={names}
                today={today}
                liftedId={draggingFromThisWith}
                welcomed={welcomed}
              />
            )}
          </div>
        </section>
      )}
    </Droppable>
  );
});

/** The card in the hand stays part of the page's content for those who find their way by landmarks. */
function mainLandmark(): HTMLElement {
  return document.querySelector("main") ?? document.body;
}
